import { Module } from '@nestjs/common';
import { CONFIG, PlatformMetrics, Readiness, watchDisk } from '@svc/platform';
import type { Warehouse } from '@svc/warehouse';
import type { Config } from '../config';
import { WAREHOUSE } from '../warehouse';
import { WarehouseUploadArea } from './adapters/warehouse-upload-area';
import { UploadAllowance } from './upload-allowance';
import { UPLOAD_AREA } from './upload.ports';

const DISK_WATCHED = Symbol('gateway.disk-watched');

/** Where uploads are kept until a service takes them, and how much one caller may upload at once. */
@Module({
  providers: [
    { provide: UPLOAD_AREA, useFactory: (it: Warehouse) => new WarehouseUploadArea(it), inject: [WAREHOUSE] },
    {
      provide: UploadAllowance,
      useFactory: (config: Config) => new UploadAllowance(config.SVC_UPLOADS_PER_CALLER_BYTES),
      inject: [CONFIG],
    },
    {
      provide: DISK_WATCHED,
      useFactory: (it: Warehouse, readiness: Readiness, metrics: PlatformMetrics) =>
        watchDisk(readiness, metrics, () => it.floor.report()),
      inject: [WAREHOUSE, Readiness, PlatformMetrics],
    },
  ],
  exports: [UPLOAD_AREA, UploadAllowance],
})
export class UploadModule {}
