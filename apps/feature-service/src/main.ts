import { runService } from '@svc/platform';
import { configSchema } from './config';
import { FeatureServiceModule } from './feature-service.module';

void runService({
  service: 'feature',
  config: configSchema,
  module: (config) => FeatureServiceModule.register(config),
});
