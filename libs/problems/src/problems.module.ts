import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule } from '#libs/audit';
import { OrdersModule } from '#libs/orders';
import { PROBLEM, problemSchema } from './problem.model.js';
import { ProblemRecords } from './problem-records.js';
import { ProblemsController } from './problems.controller.js';
import { ProblemsService } from './problems.service.js';

@Module({
  imports: [
    AuditModule,
    OrdersModule,
    MongooseModule.forFeature([{ name: PROBLEM, schema: problemSchema }]),
  ],
  controllers: [ProblemsController],
  providers: [ProblemsService, ProblemRecords],
  exports: [ProblemsService],
})
export class ProblemsHttpModule {}
