import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type AdminProductsQuery,
  adminProductsQuerySchema,
  type ChangeStock,
  type CreateProduct,
  changeStockSchema,
  createProductSchema,
  idSchema,
  type OwnProductDto,
  type OwnProductsFilter,
  type OwnProductsPage,
  type OwnProductsQuery,
  ownProductDtoSchema,
  ownProductsFilterSchema,
  ownProductsPageSchema,
  ownProductsQuerySchema,
  type PageQuery,
  pageQuerySchema,
  type StockLedgerPage,
  stockLedgerPageSchema,
  type UpdateProduct,
  updateProductSchema,
} from '#libs/contracts';
import {
  ApiIdempotencyKey,
  ApiSchema,
  CsvFile,
  CurrentPrincipal,
  DomainError,
  IdempotencyKey,
  type Principal,
  RecentProof,
  Roles,
} from '#libs/platform';
import { OwnProducts } from './own-products.service.js';
import { ProductDrafts } from './product-drafts.service.js';
import { ProductEditing } from './product-editing.service.js';
import { StockLedger } from './stock-ledger.service.js';

/** Routes for farmers to manage their own products, and for admins to manage all products. */
@ApiTags('products')
@Controller()
export class OwnProductsController {
  constructor(
    private readonly own: OwnProducts,
    private readonly drafts: ProductDrafts,
    private readonly editing: ProductEditing,
    private readonly ledger: StockLedger,
  ) {}

  @Get('farms/mine/products')
  @Roles('farmer')
  @ApiSchema(ownProductsPageSchema)
  mine(
    @CurrentPrincipal() farmer: Principal,
    @Query({ schema: ownProductsQuerySchema }) query: OwnProductsQuery,
  ): Promise<OwnProductsPage> {
    return this.own.page(withFarm(farmer), query);
  }

  @Get('farms/mine/products.csv')
  @Roles('farmer')
  @CsvFile('products.csv')
  csv(
    @CurrentPrincipal() farmer: Principal,
    @Query({ schema: ownProductsFilterSchema }) filter: OwnProductsFilter,
  ): Promise<string> {
    return this.own.csv(withFarm(farmer), filter);
  }

  /** A product to edit, in any status. */
  @Get('farms/mine/products/:id')
  @Roles('farmer')
  @ApiSchema(ownProductDtoSchema)
  one(
    @CurrentPrincipal() farmer: Principal,
    @Param('id', { schema: idSchema }) id: string,
  ): Promise<OwnProductDto> {
    return this.editing.get(farmer, id);
  }

  @Get('admin/products')
  @Roles('admin')
  @ApiSchema(ownProductsPageSchema)
  all(
    @CurrentPrincipal() admin: Principal,
    @Query({ schema: adminProductsQuerySchema }) query: AdminProductsQuery,
  ): Promise<OwnProductsPage> {
    return this.own.page(admin, query);
  }

  @Post('products')
  @HttpCode(201)
  @Roles('farmer')
  @ApiIdempotencyKey()
  @ApiSchema(ownProductDtoSchema, 201)
  create(
    @CurrentPrincipal() farmer: Principal,
    @IdempotencyKey() key: string,
    @Body({ schema: createProductSchema }) body: CreateProduct,
  ): Promise<OwnProductDto> {
    return this.drafts.create(farmer, key, body);
  }

  @Post('products/:id/duplicate')
  @HttpCode(201)
  @Roles('farmer')
  @ApiIdempotencyKey()
  @ApiSchema(ownProductDtoSchema, 201)
  duplicate(
    @CurrentPrincipal() farmer: Principal,
    @IdempotencyKey() key: string,
    @Param('id', { schema: idSchema }) id: string,
  ): Promise<OwnProductDto> {
    return this.drafts.duplicate(farmer, key, id);
  }

  @Patch('products/:id')
  @Roles('farmer', 'admin')
  @ApiSchema(ownProductDtoSchema)
  update(
    @CurrentPrincipal() actor: Principal,
    @Param('id', { schema: idSchema }) id: string,
    @Body({ schema: updateProductSchema }) body: UpdateProduct,
  ): Promise<OwnProductDto> {
    return this.editing.update(actor, id, body);
  }

  @Post('products/:id/stock')
  @HttpCode(200)
  @Roles('farmer', 'admin')
  @ApiSchema(ownProductDtoSchema)
  changeStock(
    @CurrentPrincipal() actor: Principal,
    @Param('id', { schema: idSchema }) id: string,
    @Body({ schema: changeStockSchema }) body: ChangeStock,
  ): Promise<OwnProductDto> {
    return this.editing.changeStock(actor, id, body);
  }

  @Get('products/:id/stock-ledger')
  @Roles('farmer', 'admin')
  @ApiSchema(stockLedgerPageSchema)
  stockLedger(
    @CurrentPrincipal() reader: Principal,
    @Param('id', { schema: idSchema }) id: string,
    @Query({ schema: pageQuerySchema }) query: PageQuery,
  ): Promise<StockLedgerPage> {
    return this.ledger.page(reader, id, query);
  }

  @Get('products/:id/stock-ledger.csv')
  @RecentProof()
  @Roles('farmer', 'admin')
  @CsvFile('stock.csv')
  stockCsv(
    @CurrentPrincipal() reader: Principal,
    @Param('id', { schema: idSchema }) id: string,
  ): Promise<string> {
    return this.ledger.csv(reader, id);
  }
}

function withFarm(farmer: Principal): Principal {
  if (!farmer.farmId) throw new DomainError('FARM_NOT_FOUND');
  return farmer;
}
