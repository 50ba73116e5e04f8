export { CalendarsService } from './calendars.service.js';
export {
  FulfilmentHttpModule,
  FulfilmentModule,
  FulfilmentWorkerModule,
} from './fulfilment.module.js';
export { PlacesService, type WantedPlace } from './places.service.js';
export { type CountPlaces, PlacesCheck, type PlacesMismatch } from './places-check.service.js';
export { SchedulesService } from './schedules.service.js';
