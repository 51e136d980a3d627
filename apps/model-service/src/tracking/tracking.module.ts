import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type INestApplication, Module } from '@nestjs/common';
import { TRACKING_PREFIX } from '@svc/contracts';
import { CONFIG } from '@svc/platform';
import { warehouseDirectory } from '@svc/warehouse';
import type { Config } from '../config';
import { ModelModule } from '../model/model.module';
import { MLFLOW_OPTIONS, MlflowServer } from './adapters/mlflow-server';
import type { MlflowOptions } from './adapters/mlflow-process';
import { AnswerCall } from './answer-call';
import { ZipVersionFiles } from './adapters/zip-version-files';
import { ArtifactCalls } from './artifact-calls';
import { RegistryCalls } from './registry-calls';
import { StoreCalls } from './store-calls';
import { TrackedObjects } from './tracked-objects';
import { TRACKING_SERVER, VERSION_FILES } from './tracking.ports';
import { VersionCalls } from './version-calls';
import { TrackingMount } from './tracking-mount';

function mlflowOptions(config: Config): MlflowOptions | null {
  const { SVC_PYTHON_SOURCES: sources, SVC_ENGINES: environments } = config;
  const databaseUrl = config.SVC_TRACKING_POSTGRES_URL ?? config.SVC_POSTGRES_URL;
  if (sources === undefined || databaseUrl === undefined) return null;
  return {
    sources,
    environments,
    databaseUrl,
    artifacts: join(warehouseDirectory(config.SVC_WAREHOUSE), 'tracking'),
    prefix: TRACKING_PREFIX,
  };
}

/** MLflow behind the gateway's mount: what it is asked, by whom, and the process itself. */
@Module({
  imports: [ModelModule],
  providers: [
    TrackingMount,
    AnswerCall,
    RegistryCalls,
    StoreCalls,
    ArtifactCalls,
    TrackedObjects,
    VersionCalls,
    { provide: VERSION_FILES, useClass: ZipVersionFiles },
    { provide: MLFLOW_OPTIONS, inject: [CONFIG], useFactory: mlflowOptions },
    { provide: TRACKING_SERVER, useClass: MlflowServer },
  ],
})
export class TrackingModule {}

/** Puts the mount of MLflow on the service's HTTP server, where the gateway finds it. */
export function configureHttp(app: INestApplication): void {
  const mount = app.get(TrackingMount);
  app.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    if (request.url?.startsWith(`${TRACKING_PREFIX}/`) === true) void mount.handle(request, response);
    else next();
  });
}
