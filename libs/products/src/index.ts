export { type Hold, toHoldDto } from './hold.model.js';
export { HoldLimits } from './hold-limits.js';
export { HoldsService } from './holds.service.js';
export type { TakenLine } from './orderable.js';
export {
  isBuyable,
  isPublic,
  type Product,
  requireOpen,
  stockLevel,
  toProductDto,
} from './product.model.js';
export { ProductRows, type ProductSummary, type PublicSummary } from './product-rows.js';
export { PRODUCTS_CONFIG, productsConfigSchema } from './products.config.js';
export {
  ProductsHttpModule,
  ProductsModule,
  ProductsWorkerModule,
} from './products.module.js';
export { type NewProduct, ProductsService } from './products.service.js';
export { type PastSale, ProductsImport } from './products-import.js';
export { type StockLine, StockService } from './stock.service.js';
export { StockCheckService } from './stock-check.service.js';
