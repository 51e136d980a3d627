import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SERVICES } from '@svc/contracts';
import { escapeIdentifier, escapeLiteral } from 'pg';
import { natsConfiguration } from '../dev-stack/stack/nats-configuration';
import { principalKeyFile, writePrincipalKeys } from '../dev-stack/state/principal-keys';
import { sealingKey } from '../dev-stack/state/sealing-key';
import { secretIn } from '../dev-stack/state/secret-file';

/** Only their owner gets as far as to these folders; containers, whose users are others, see the one mounted into them. */
function share(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    writeFileSync(file, text);
    chmodSync(file, 0o644);
  }
}

/** Every service has a role of its own, which owns the schema of its name and nothing else. */
function rolesOf(password: (service: string) => string): string {
  const statements = SERVICES.flatMap((service) => {
    const role = escapeIdentifier(`svc_${service}`);
    return [
      `CREATE ROLE ${role} LOGIN PASSWORD ${escapeLiteral(password(service))};`,
      `CREATE SCHEMA ${escapeIdentifier(service)} AUTHORIZATION ${role};`,
    ];
  });
  return `${statements.join('\n')}\n`;
}

const REDIS = ['dir /data', 'save ""', 'appendonly yes', 'maxmemory-policy noeviction', 'protected-mode yes'];

/** Writes the secrets and the servers' configuration that `deploy/compose.yaml` mounts; keeps those that are there. */
function writeComposeState(state: string): void {
  const secrets = join(state, 'secrets');
  mkdirSync(state, { recursive: true, mode: 0o700 });
  mkdirSync(secrets, { recursive: true, mode: 0o700 });
  const secret = (name: string): string => secretIn(join(secrets, name));
  const keyring = readFileSync(writePrincipalKeys(secrets), 'utf8');
  for (const service of SERVICES)
    share(join(state, service), {
      'nats-password': secret(`nats-${service}`),
      'postgres-url': `postgres://svc_${service}:${secret(`postgres-${service}`)}@postgres:5432/svc`,
      'redis-url': `redis://:${secret('redis')}@redis:6379`,
      'principal.key': readFileSync(principalKeyFile(secrets, service), 'utf8'),
      'principal-keyring.json': keyring,
    });
  share(join(state, 'model'), { 'webhook-key': secretIn(join(secrets, 'webhook-key'), sealingKey) });
  share(join(state, 'postgres'), {
    'postgres-password': secret('postgres'),
    'roles.sql': rolesOf((service) => secret(`postgres-${service}`)),
  });
  const passwords = new Map(SERVICES.map((service) => [service, secret(`nats-${service}`)]));
  share(join(state, 'nats'), { 'nats.conf': natsConfiguration(passwords) });
  share(join(state, 'redis'), { 'redis.conf': `${[...REDIS, `requirepass ${secret('redis')}`].join('\n')}\n` });
}

/** Run by `npm run compose-state`; another folder than `deploy/.state` may be named. */
writeComposeState(resolve(process.argv[2] ?? join(__dirname, '../../../deploy/.state')));
