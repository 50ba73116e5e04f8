import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { PictureErasure } from './picture-erasure.js';
import { PictureRecords } from './picture-records.js';
import { DiskPictureStore, PictureStore } from './picture-store.js';
import { bucketOf, PICTURES_CONFIG, type PicturesConfig } from './pictures.config.js';
import { PicturesController } from './pictures.controller.js';
import { Pictures } from './pictures.service.js';
import { S3PictureStore } from './s3-picture-store.js';
import { UnusedPictures } from './unused-pictures.js';
import { UPLOAD, uploadSchema } from './upload.model.js';
import { UploadRights } from './upload-rights.js';

/** Uploaded pictures, for every slice that uses them. */
@Global()
@Module({
  imports: [MongooseModule.forFeature([{ name: UPLOAD, schema: uploadSchema }])],
  providers: [
    Pictures,
    {
      provide: PictureStore,
      inject: [PICTURES_CONFIG],
      useFactory: (config: PicturesConfig) => {
        const bucket = bucketOf(config);
        return bucket ? new S3PictureStore(bucket) : new DiskPictureStore(config.PICTURES_DIR);
      },
    },
  ],
  exports: [Pictures, PictureStore],
})
export class PicturesModule {}

@Module({ controllers: [PicturesController] })
export class PicturesHttpModule {
  /** `rights` is a provider of `module` that decides who may upload. */
  static withRights(module: Type, rights: Type<UploadRights>): DynamicModule {
    return {
      module: PicturesHttpModule,
      imports: [module, MongooseModule.forFeature([{ name: UPLOAD, schema: uploadSchema }])],
      providers: [PictureRecords, UnusedPictures, { provide: UploadRights, useExisting: rights }],
    };
  }
}

/** Needs no store. */
@Module({
  imports: [MongooseModule.forFeature([{ name: UPLOAD, schema: uploadSchema }])],
  providers: [PictureErasure],
})
export class PicturesWorkerModule {}
