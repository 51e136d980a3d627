import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES } from '@svc/contracts';
import { initialisePostgres, redisConfiguration } from '@svc/testing';
import { natsConfiguration } from './nats-configuration';
import { writePrincipalKeys } from '../state/principal-keys';
import { Refusal } from '../refusal';
import { sealingKey } from '../state/sealing-key';
import { secretIn } from '../state/secret-file';
import type { Stack } from './stack';
import { StackUrls } from './stack-urls';
import { stateDirectory, writePrivately } from '../state/state-directory';

/** Created under another name and renamed: an interrupted first start leaves no half-made cluster. */
function makeCluster(binaries: string, data: string, password: string): void {
  if (existsSync(join(data, 'PG_VERSION'))) return;
  const partial = `${data}.partial`;
  for (const leftover of [partial, data]) rmSync(leftover, { recursive: true, force: true });
  try {
    initialisePostgres(binaries, partial, password);
  } catch (error) {
    throw new Refusal(
      `The database cannot be made. ${error instanceof Error ? error.message.trim() : String(error)}`,
      'Use a Postgres that runs already: SVC_POSTGRES_URL=postgres://… ./svc up',
    );
  }
  renameSync(partial, data);
}

/** Creates what a stack needs before its first process: secrets, keys, the servers' configuration, the cluster. */
export function prepareState(stack: Stack): void {
  const state = stateDirectory(stack.state);
  const urls = new StackUrls(stack);
  const { postgres } = stack.programs;
  writePrincipalKeys(state.secrets);
  secretIn(join(state.secrets, 'webhook-key'), sealingKey);
  writePrivately(
    join(state.nats, 'nats.conf'),
    natsConfiguration(new Map(SERVICES.map((service) => [service, urls.natsPassword(service)]))),
  );
  writePrivately(join(state.redis, 'redis.conf'), redisConfiguration(state.redis, urls.redisPassword));
  if (postgres !== null) makeCluster(postgres, state.postgres, urls.postgresPassword);
}
