import {
  Body,
  Controller,
  Get,
  Headers,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
} from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import {
  type ChangePartStatus,
  changePartStatusSchema,
  idempotencyKeySchema,
  idSchema,
  type OrderDto,
  type OrdersPage,
  type OrdersQuery,
  orderDtoSchema,
  ordersPageSchema,
  ordersQuerySchema,
  type PlaceOrder,
  placeOrderSchema,
} from '#libs/contracts';
import {
  ApiSchema,
  CurrentPrincipal,
  DomainError,
  type Principal,
  Roles,
  SignedIn,
} from '#libs/platform';
import { OrderStepsService } from './order-steps.service.js';
import { OrdersService } from './orders.service.js';

@ApiTags('orders')
@Controller('orders')
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly steps: OrderStepsService,
  ) {}

  @Post()
  @HttpCode(201)
  @Roles('customer')
  @ApiHeader({ name: 'Idempotency-Key', required: true })
  @ApiSchema(orderDtoSchema, 201)
  place(
    @CurrentPrincipal() customer: Principal,
    @Headers('idempotency-key') key: string | undefined,
    @Body({ schema: placeOrderSchema }) body: PlaceOrder,
  ): Promise<OrderDto> {
    const checked = idempotencyKeySchema.safeParse(key);
    if (!checked.success) throw new DomainError('IDEMPOTENCY_KEY_MISSING');
    return this.orders.place(customer, checked.data, body);
  }

  @Get()
  @SignedIn()
  @ApiSchema(ordersPageSchema)
  list(
    @CurrentPrincipal() reader: Principal,
    @Query({ schema: ordersQuerySchema }) query: OrdersQuery,
  ): Promise<OrdersPage> {
    return this.orders.list(reader, query);
  }

  @Get(':id')
  @SignedIn()
  @ApiSchema(orderDtoSchema)
  get(
    @CurrentPrincipal() reader: Principal,
    @Param('id', { schema: idSchema }) id: string,
  ): Promise<OrderDto> {
    return this.orders.get(reader, id);
  }

  @Patch(':id/parts/:partId')
  @SignedIn()
  @ApiSchema(orderDtoSchema)
  changePartStatus(
    @CurrentPrincipal() actor: Principal,
    @Param('id', { schema: idSchema }) id: string,
    @Param('partId', { schema: idSchema }) partId: string,
    @Body({ schema: changePartStatusSchema }) body: ChangePartStatus,
  ): Promise<OrderDto> {
    return this.steps.changePartStatus(actor, id, partId, body);
  }
}
