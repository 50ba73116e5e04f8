import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type ChangePart,
  type CheckoutPayment,
  changePartSchema,
  checkoutPaymentSchema,
  type HandOverCodes,
  handOverCodesSchema,
  idSchema,
  type OrderCalendarQuery,
  type OrderDto,
  type OrderPayments,
  type OrderReceiptDto,
  type OrdersPage,
  type OrdersQuery,
  orderCalendarQuerySchema,
  orderDtoSchema,
  orderPaymentsSchema,
  orderReceiptSchema,
  ordersPageSchema,
  ordersQuerySchema,
  type PayAnew,
  type PlaceOrder,
  payAnewSchema,
  placeOrderSchema,
  type TakeStep,
  takeStepSchema,
} from '#libs/contracts';
import {
  ApiIdempotencyKey,
  ApiSchema,
  CalendarFile,
  CurrentPrincipal,
  IdempotencyKey,
  type Principal,
  RateLimit,
  Roles,
  SignedIn,
} from '#libs/platform';
import { CheckoutPaymentsService } from './checkout-payments.service.js';
import { HandOversService } from './hand-overs.service.js';
import { OrderListsService } from './order-lists.service.js';
import { OrderStepsService } from './order-steps.service.js';
import { OrdersService } from './orders.service.js';
import { PartChangesService } from './part-changes.service.js';
import { ReceiptsService } from './receipts.service.js';

@ApiTags('orders')
@Controller('orders')
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly steps: OrderStepsService,
    private readonly changes: PartChangesService,
    private readonly lists: OrderListsService,
    private readonly checkout: CheckoutPaymentsService,
    private readonly receipts: ReceiptsService,
    private readonly handOvers: HandOversService,
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

  @Get(':id/payments')
  @Roles('customer', 'admin')
  @ApiSchema(orderPaymentsSchema)
  payments(
    @CurrentPrincipal() reader: Principal,
    @Param('id', { schema: idSchema }) id: string,
  ): Promise<OrderPayments> {
    return this.orders.payments(reader, id);
  }

  @Get(':id/receipt')
  @Roles('customer', 'admin')
  @ApiSchema(orderReceiptSchema)
  receipt(
    @CurrentPrincipal() reader: Principal,
    @Param('id', { schema: idSchema }) id: string,
  ): Promise<OrderReceiptDto> {
    return this.receipts.get(reader, id);
  }

  /** Holds or takes what of an order is not held any more, on another card or the same. */
  @Post(':id/payments')
  @RateLimit('signIn')
  @HttpCode(201)
  @Roles('customer')
  @ApiIdempotencyKey()
  @ApiSchema(checkoutPaymentSchema, 201)
  payAnew(
    @CurrentPrincipal() customer: Principal,
    @IdempotencyKey() key: string,
    @Param('id', { schema: idSchema }) id: string,
    @Body({ schema: payAnewSchema }) body: PayAnew,
  ): Promise<CheckoutPayment> {
    return this.checkout.payAnew(customer, key, id, body);
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

  /** What the customer shows at the hand-over of each part. */
  @Get(':id/hand-over-codes')
  @Roles('customer')
  @ApiSchema(handOverCodesSchema)
  handOverCodes(
    @CurrentPrincipal() customer: Principal,
    @Param('id', { schema: idSchema }) id: string,
  ): Promise<HandOverCodes> {
    return this.handOvers.codes(customer, id);
  }

  /** The farm's next step with its part. */
  @Patch(':id/parts/:partId')
  @Roles('farmer')
  @ApiSchema(orderDtoSchema)
  takeStep(
    @CurrentPrincipal() farmer: Principal,
    @Param('id', { schema: idSchema }) id: string,
    @Param('partId', { schema: idSchema }) partId: string,
    @Body({ schema: takeStepSchema }) body: TakeStep,
  ): Promise<OrderDto> {
    return this.steps.take(farmer, id, partId, body);
  }

  @Post(':id/parts/:partId/changes')
  @HttpCode(200)
  @SignedIn()
  @ApiIdempotencyKey()
  @ApiSchema(orderDtoSchema)
  changePart(
    @CurrentPrincipal() actor: Principal,
    @IdempotencyKey() key: string,
    @Param('id', { schema: idSchema }) orderId: string,
    @Param('partId', { schema: idSchema }) partId: string,
    @Body({ schema: changePartSchema }) body: ChangePart,
  ): Promise<OrderDto> {
    return this.changes.change(actor, key, { orderId, partId }, body);
  }
}
