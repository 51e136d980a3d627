import { runService } from '@svc/platform';
import { configSchema } from './config';
import { MetricsServiceModule } from './metrics-service.module';

void runService({
  service: 'metrics',
  config: configSchema,
  module: (config) => MetricsServiceModule.register(config),
});
