export {
  FavouritesHttpModule,
  FavouritesModule,
  FavouritesWorkerModule,
} from './favourites.module.js';
export { FavouritesImport, type PastFavourites } from './favourites-import.js';
