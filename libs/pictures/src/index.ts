export { PICTURES_CONFIG, picturesConfigSchema } from './pictures.config.js';
export { PicturesHttpModule, PicturesModule, PicturesWorkerModule } from './pictures.module.js';
export { Pictures } from './pictures.service.js';
export { acceptPictures, servePictures } from './serve-pictures.js';
export { UploadRights } from './upload-rights.js';
