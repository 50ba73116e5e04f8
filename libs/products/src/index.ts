export { isPublic, type Product } from './product.model.js';
export { ProductsHttpModule, ProductsModule, ProductsWorkerModule } from './products.module.js';
export { type NewProduct, ProductsService } from './products.service.js';
export { type StockLine, StockService, type TakenLine } from './stock.service.js';
