import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type ChangePartStatus,
  changePartStatusSchema,
  idSchema,
  type OrderCalendarQuery,
  type OrderDto,
  type OrdersPage,
  type OrdersQuery,
  orderCalendarQuerySchema,
  orderDtoSchema,
  ordersPageSchema,
  ordersQuerySchema,
  type PlaceOrder,
  placeOrderSchema,
} from '#libs/contracts';
import {
  ApiIdempotencyKey,
  ApiSchema,
  CalendarFile,
  CurrentPrincipal,
  IdempotencyKey,
  type Principal,
  Roles,
  SignedIn,
} from '#libs/platform';
import { OrderListsService } from './order-lists.service.js';
import { OrderStepsService } from './order-steps.service.js';
import { OrdersService } from './orders.service.js';

@ApiTags('orders')
@Controller('orders')
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly steps: OrderStepsService,
    private readonly lists: OrderListsService,
  ) {}

  @Post()
  @HttpCode(201)
  @Roles('customer')
  @ApiIdempotencyKey()
  @ApiSchema(orderDtoSchema, 201)
  place(
    @CurrentPrincipal() customer: Principal,
    @IdempotencyKey() key: string,
    @Body({ schema: placeOrderSchema }) body: PlaceOrder,
  ): Promise<OrderDto> {
    return this.orders.place(customer, key, body);
  }

  @Get()
  @SignedIn()
  @ApiSchema(ordersPageSchema)
  list(
    @CurrentPrincipal() reader: Principal,
    @Query({ schema: ordersQuerySchema }) query: OrdersQuery,
  ): Promise<OrdersPage> {
    return this.lists.list(reader, query);
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

  /** The days of an order, for the customer's own calendar. */
  @Get(':id/calendar.ics')
  @Roles('customer')
  @CalendarFile('farmgate.ics')
  calendar(
    @CurrentPrincipal() customer: Principal,
    @Param('id', { schema: idSchema }) id: string,
    @Query({ schema: orderCalendarQuerySchema }) { part }: OrderCalendarQuery,
  ): Promise<string> {
    return this.orders.calendar(customer, id, part);
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
