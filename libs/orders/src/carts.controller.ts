import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type AcknowledgeCart,
  acknowledgeCartSchema,
  type CartDto,
  cartDtoSchema,
  idSchema,
  type MergeCart,
  type MergedCart,
  mergeCartSchema,
  mergedCartSchema,
  type SetCartItem,
  setCartItemSchema,
} from '#libs/contracts';
import { ApiSchema, CurrentPrincipal, type Principal, Roles } from '#libs/platform';
import { CartsService } from './carts.service.js';

@ApiTags('cart')
@Controller('cart')
@Roles('customer')
export class CartsController {
  constructor(private readonly carts: CartsService) {}

  @Get()
  @ApiSchema(cartDtoSchema)
  get(@CurrentPrincipal() customer: Principal): Promise<CartDto> {
    return this.carts.get(customer.userId);
  }

  @Put('items/:productId')
  @ApiSchema(cartDtoSchema)
  setItem(
    @CurrentPrincipal() customer: Principal,
    @Param('productId', { schema: idSchema }) productId: string,
    @Body({ schema: setCartItemSchema }) { quantity }: SetCartItem,
  ): Promise<CartDto> {
    return this.carts.setItem(customer.userId, productId, quantity);
  }

  @Delete()
  @ApiSchema(cartDtoSchema)
  clear(@CurrentPrincipal() customer: Principal): Promise<CartDto> {
    return this.carts.clear(customer.userId);
  }

  @Post('acknowledge')
  @HttpCode(200)
  @ApiSchema(cartDtoSchema)
  acknowledge(
    @CurrentPrincipal() customer: Principal,
    @Body({ schema: acknowledgeCartSchema }) body: AcknowledgeCart,
  ): Promise<CartDto> {
    return this.carts.acknowledge(customer.userId, body);
  }

  @Post('merge')
  @HttpCode(200)
  @ApiSchema(mergedCartSchema)
  merge(
    @CurrentPrincipal() customer: Principal,
    @Body({ schema: mergeCartSchema }) { items }: MergeCart,
  ): Promise<MergedCart> {
    return this.carts.merge(customer.userId, items);
  }
}
