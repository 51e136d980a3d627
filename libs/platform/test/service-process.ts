import { once } from 'node:events';
import { Controller } from '@nestjs/common';
import type { RequestOf } from '@svc/contracts';
import { PlatformModule } from '../src/boot/platform.module';
import { runService } from '../src/boot/run-service';
import { platformConfig } from '../src/config/platform-config';
import type { CallContext } from '../src/rpc/call-context';
import { Handles } from '../src/rpc/handles';
import { work } from './test-calls';

/** Answers when its parent process says so, whatever its signal says. */
@Controller()
class Held {
  @Handles(work)
  async work({ how }: RequestOf<typeof work>, { signal }: CallContext): Promise<{ done: string }> {
    signal.addEventListener('abort', () => process.send?.('told to stop'));
    process.send?.('started');
    await once(process, 'message');
    return { done: how };
  }
}

class HeldModule {}

void runService({
  service: 'metrics',
  config: platformConfig,
  module: (config) => ({
    module: HeldModule,
    imports: [PlatformModule.register({ service: 'metrics', config })],
    controllers: [Held],
  }),
});
