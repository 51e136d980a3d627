import { type DynamicModule, Module } from '@nestjs/common';
import { PlatformModule } from '@svc/platform';
import type { Config } from './config';

/** The composition root. It takes no requests yet; giving migrations, also none, gives the service its schema. */
@Module({})
export class FeatureServiceModule {
  static register(config: Config): DynamicModule {
    return {
      module: FeatureServiceModule,
      imports: [PlatformModule.register({ service: 'feature', config, migrations: [] })],
    };
  }
}
