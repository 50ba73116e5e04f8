export { CatalogueHttpModule } from './catalogue.module.js';
export { CataloguePages } from './catalogue-pages.js';
