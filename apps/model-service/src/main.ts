import { runService } from '@svc/platform';
import { configSchema } from './config';
import { ModelServiceModule } from './model-service.module';
import { configureHttp } from './tracking/tracking.module';

void runService({
  service: 'model',
  config: configSchema,
  module: (config) => ModelServiceModule.register(config),
  configure: configureHttp,
});
