import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICES } from '@svc/contracts';
import { readConfig } from '../config';
import { writePrincipalKeys } from '../state/principal-keys';
import { Refusal } from '../refusal';
import { secretIn } from '../state/secret-file';
import { serviceEnvironment } from './service-environment';
import { metricsOf, stackId, type Stack } from '../stack/stack';

const stack: Stack = {
  id: 'x',
  root: '/checkout',
  state: '/checkout/.svc',
  programs: { postgres: '/pg/bin', nats: '/bin/nats-server', redis: '/bin/redis-server', bubblewrap: '/tools/bwrap' },
  python: '/checkout/.svc/python',
  path: '/usr/bin',
  home: '/somewhere',
  settings: {},
  packages: {},
  anchors: null,
  bundle: null,
  build: '1',
  ports: Object.fromEntries(
    SERVICES.flatMap((service, index) => [
      [service, 5000 + index],
      [metricsOf(service), 6000 + index],
    ]),
  ),
};

describe('the environment of a service', () => {
  it('holds no secret, only the files that do', () => {
    const environment = serviceEnvironment('cert', stack, 'nats://127.0.0.1:1');
    expect(environment).toMatchObject({
      SVC_NATS_USER: 'cert',
      SVC_NATS_PASSWORD_FILE: '/checkout/.svc/secrets/nats-cert',
      SVC_POSTGRES_URL_FILE: '/checkout/.svc/secrets/postgres-url-cert',
    });
    expect(Object.keys(environment).filter((name) => /PASSWORD$|POSTGRES_URL$|REDIS_URL$/.test(name))).toEqual([]);
  });

  it('gives MLflow a database role of its own, and the gateway the way to it', () => {
    expect(serviceEnvironment('model', stack, '')).toMatchObject({
      SVC_POSTGRES_URL_FILE: '/checkout/.svc/secrets/postgres-url-model',
      SVC_TRACKING_POSTGRES_URL_FILE: '/checkout/.svc/secrets/postgres-url-tracking',
    });
    expect(serviceEnvironment('gateway', stack, '')['SVC_TRACKING_URL']).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it('finds the bubblewrap that the stack found', () => {
    expect(serviceEnvironment('compute', stack, '')['PATH']).toBe('/tools:/usr/bin');
  });

  it('has what was set for the services, and no setting in place of what the stack sets itself', () => {
    const settings = { SVC_QUERY_POOL_SIZE: '4', SVC_WAREHOUSE: '/elsewhere' };
    expect(serviceEnvironment('compute', { ...stack, settings }, '')).toMatchObject({
      SVC_QUERY_POOL_SIZE: '4',
      SVC_WAREHOUSE: '/checkout/.svc/warehouse',
    });
  });

  it('installs engines from where whoever starts the stack takes packages', () => {
    const packages = { PIP_INDEX_URL: 'https://mirror.example/simple' };
    expect(serviceEnvironment('model', { ...stack, packages }, '')).toMatchObject({
      SVC_PIP_ENVIRONMENT: '{"PIP_INDEX_URL":"https://mirror.example/simple"}',
    });
  });

  it('uses the credentials in a NATS address that was given', () => {
    const environment = serviceEnvironment(
      'cert',
      { ...stack, natsUrl: 'nats://me:pw@elsewhere:4222' },
      'nats://me:pw@elsewhere:4222',
    );
    expect(environment).not.toHaveProperty('SVC_NATS_USER');
  });
});

describe('the identity of a stack', () => {
  it('changes with the build and the servers, not with the ports', () => {
    expect(stackId({ ...stack, build: '2' })).not.toBe(stackId(stack));
    expect(stackId({ ...stack, redisUrl: 'redis://elsewhere' })).not.toBe(stackId(stack));
    const { ports: _, ...parts } = stack;
    expect(stackId(parts)).toBe(stackId(stack));
  });
});

describe('the settings of the person who starts it', () => {
  it('are refused by name when they cannot be used', () => {
    expect(() => readConfig('/checkout', { SVC_HTTP_PORT: '70000' })).toThrow(Refusal);
    expect(() => readConfig('/checkout', { SVC_POSTGRES_URL: 'mysql://x' })).toThrow(/^SVC_POSTGRES_URL is not usable/);
  });

  it('hand on proxies and package indexes, and nothing of ours', () => {
    expect(
      readConfig('/checkout', { https_proxy: 'http://p', PIP_INDEX_URL: 'http://i', SVC_POSTGRES_URL: 'postgres://x' })
        .inherited,
    ).toEqual({ https_proxy: 'http://p', PIP_INDEX_URL: 'http://i' });
  });

  it('treat an empty variable as absent', () => {
    expect(readConfig('/checkout', { SVC_STATE_DIR: '', SVC_HTTP_PORT: '' })).toMatchObject({
      state: '/checkout/.svc',
      httpPort: undefined,
    });
  });
});

describe('secrets', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-secrets-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are made once and readable by their owner only', () => {
    const file = join(folder, 'secret');
    const first = secretIn(file);
    expect(secretIn(file)).toBe(first);
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('give every service a signing key, and everybody all public keys', () => {
    mkdirSync(join(folder, 'keys'));
    const keyring: unknown = JSON.parse(readFileSync(writePrincipalKeys(join(folder, 'keys')), 'utf8'));
    expect(Object.keys(Object(keyring))).toEqual([...SERVICES]);
    expect(new Set(Object.values(Object(keyring))).size).toBe(SERVICES.length);
    expect(JSON.parse(readFileSync(writePrincipalKeys(join(folder, 'keys')), 'utf8'))).toEqual(keyring);
  });
});
