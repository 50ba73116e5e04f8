export { type Farm, holidayOf, minimumOf } from './farm.model.js';
export { FarmApplicationsService } from './farm-applications.service.js';
export { FarmHolidaysService } from './farm-holidays.service.js';
export { FarmUploads } from './farm-pictures.js';
export { FarmsHttpModule, FarmsModule, FarmsWorkerModule } from './farms.module.js';
export { FarmsService, type NewFarm } from './farms.service.js';
export { FarmsImport } from './farms-import.js';
