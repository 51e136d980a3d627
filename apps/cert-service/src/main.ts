import { runService } from '@svc/platform';
import { CertServiceModule } from './cert-service.module';
import { configSchema } from './config';

void runService({ service: 'cert', config: configSchema, module: (config) => CertServiceModule.register(config) });
