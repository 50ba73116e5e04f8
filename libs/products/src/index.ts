export type { TakenLine } from './orderable.js';
export { isPublic, type Product, requireOpen } from './product.model.js';
export { ProductsHttpModule, ProductsModule, ProductsWorkerModule } from './products.module.js';
export { type NewProduct, ProductsService } from './products.service.js';
export { ReviewsHttpModule, ReviewsWorkerModule } from './reviews.module.js';
export { type StockLine, StockService } from './stock.service.js';
export type { AdjustReason } from './stock-moves.js';
