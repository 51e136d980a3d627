import { Module } from '@nestjs/common';
import { CONFIG, LOGGER } from '@svc/platform';
import { type Enforcement, openControlGroups } from '@svc/runner';
import type { Warehouse } from '@svc/warehouse';
import type { Logger } from 'pino';
import { SCRATCH } from '../scratch';
import { WAREHOUSE } from '../warehouse';
import { DiskWatch } from './disk-watch';
import { WORKER_HOST, workerHost } from './worker-host';
import { Workers } from './workers';

/** Injects the {@link Enforcement} of limits by the kernel, as far as this machine has it. */
export const ENFORCEMENT = Symbol('Enforcement');

/** What processes of this service stand on: isolation, limits, a watch over the disk, and the list of pools. */
@Module({
  providers: [
    { provide: DiskWatch, useFactory: (it: Warehouse) => new DiskWatch(it.floor), inject: [WAREHOUSE] },
    { provide: ENFORCEMENT, useFactory: openEnforcement, inject: [LOGGER] },
    { provide: WORKER_HOST, useFactory: workerHost, inject: [CONFIG, SCRATCH, DiskWatch, ENFORCEMENT] },
    Workers,
  ],
  exports: [DiskWatch, ENFORCEMENT, WORKER_HOST, Workers],
})
export class ProcessModule {}

function openEnforcement(logger: Pick<Logger, 'info'>): Enforcement {
  const found = openControlGroups();
  logger.info(found.description);
  return found;
}
