import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditModule } from '#libs/audit';
import { FarmsModule } from '#libs/farms';
import { OrdersModule } from '#libs/orders';
import { PROBLEM, problemSchema } from './problem.model.js';
import { ProblemErasure } from './problem-erasure.js';
import { ProblemRecords } from './problem-records.js';
import { ProblemsController } from './problems.controller.js';
import { ProblemsService } from './problems.service.js';

@Module({
  imports: [FarmsModule, MongooseModule.forFeature([{ name: PROBLEM, schema: problemSchema }])],
  providers: [ProblemErasure],
  exports: [MongooseModule],
})
export class ProblemsModule {}

@Module({
  imports: [AuditModule, OrdersModule, ProblemsModule],
  controllers: [ProblemsController],
  providers: [ProblemsService, ProblemRecords],
  exports: [ProblemsService],
})
export class ProblemsHttpModule {}
