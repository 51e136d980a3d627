import { join } from 'node:path';
import type { ServiceName } from '@svc/contracts';
import { secretIn } from '../state/secret-file';
import { portOf, type Stack } from './stack';
import { stateDirectory } from '../state/state-directory';

/** Connects to a stack's servers; each URL is the given one or that of the private server. */
export class StackUrls {
  private readonly secrets: string;

  constructor(private readonly stack: Stack) {
    this.secrets = stateDirectory(stack.state).secrets;
  }

  /** As the superuser of the private cluster, or the user in the given URL. */
  get postgres(): string {
    return (
      this.stack.postgresUrl ??
      `postgres://svc:${this.postgresPassword}@127.0.0.1:${portOf(this.stack, 'postgres')}/postgres`
    );
  }

  /** Without credentials: each service has its own. */
  get nats(): string {
    return this.stack.natsUrl ?? `nats://127.0.0.1:${portOf(this.stack, 'nats')}`;
  }

  get redis(): string {
    return this.stack.redisUrl ?? `redis://:${this.redisPassword}@127.0.0.1:${portOf(this.stack, 'redis')}`;
  }

  http(child: string): string {
    return `http://127.0.0.1:${portOf(this.stack, child)}`;
  }

  get postgresPassword(): string {
    return secretIn(join(this.secrets, 'postgres'));
  }

  get redisPassword(): string {
    return secretIn(join(this.secrets, 'redis'));
  }

  natsPassword(service: ServiceName): string {
    return secretIn(join(this.secrets, `nats-${service}`));
  }

  /** The password of a service's own Postgres role. */
  rolePassword(service: ServiceName | 'tracking'): string {
    return secretIn(join(this.secrets, `postgres-${service}`));
  }
}
