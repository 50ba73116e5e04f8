export { type Farm, minimumOf } from './farm.model.js';
export { FarmsHttpModule, FarmsModule, FarmsWorkerModule } from './farms.module.js';
export { FarmsService, type NewFarm } from './farms.service.js';
