export { CatalogueHttpModule } from './catalogue.module.js';
