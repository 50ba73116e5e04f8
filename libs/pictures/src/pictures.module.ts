import { join } from 'node:path';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DiskPictureStore, PictureStore } from './picture-store.js';
import { bucketOf, type PicturesConfig } from './pictures.config.js';
import { PicturesController } from './pictures.controller.js';
import { Pictures } from './pictures.service.js';
import { S3PictureStore } from './s3-picture-store.js';
import { UPLOAD, uploadSchema } from './upload.model.js';

/** Uploaded pictures; global, so that an app gives the settings once. */
@Global()
@Module({})
export class PicturesModule {
  /** Without a bucket and a folder, the pictures are in `pictures` of the `dataDir`. */
  static forRoot(config: PicturesConfig, dataDir: string): DynamicModule {
    const bucket = bucketOf(config);
    const store = bucket
      ? new S3PictureStore(bucket)
      : new DiskPictureStore(config.PICTURES_DIR ?? join(dataDir, 'pictures'));
    return {
      module: PicturesModule,
      imports: [MongooseModule.forFeature([{ name: UPLOAD, schema: uploadSchema }])],
      providers: [Pictures, { provide: PictureStore, useValue: store }],
      exports: [Pictures, PictureStore],
    };
  }
}

@Module({ controllers: [PicturesController] })
export class PicturesHttpModule {}
