import { runService } from '@svc/platform';
import { configSchema } from './config';
import { GatewayModule } from './gateway.module';
import { configureHttp } from './serve/configure-http';

void runService({
  service: 'gateway',
  config: configSchema,
  module: (config) => GatewayModule.register(config),
  configure: configureHttp,
});
