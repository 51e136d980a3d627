import { runService } from '@svc/platform';
import { ComputeServiceModule } from './compute-service.module';
import { configSchema } from './config';

void runService({
  service: 'compute',
  config: configSchema,
  module: (config) => ComputeServiceModule.register(config),
});
