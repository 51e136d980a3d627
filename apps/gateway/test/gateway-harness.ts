import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES } from '@svc/contracts';
import { type BootedService, bootService, generatePrincipalKey } from '@svc/platform';
import { type PrivateServer, scratchDirectory, startNats, startPostgres } from '@svc/testing';
import { configSchema } from '../src/config';
import { GatewayModule } from '../src/gateway.module';
import { configureHttp } from '../src/serve/configure-http';
import { FakeServices } from './fake-services';

export interface GatewayHarness {
  readonly postgres: PrivateServer;
  readonly nats: PrivateServer;
  readonly services: FakeServices;
  readonly gateway: BootedService;
  /** The folder of the warehouse. */
  readonly warehouse: string;
  /** Secret of the first admin token. */
  readonly admin: string;
  /** One more replica of the gateway. */
  replica(settings?: Settings): Promise<BootedService>;
  /** A call with a token (the admin's by default, none for null). */
  call(method: string, path: string, options?: CallOptions): Promise<Response>;
}

export interface StartedGateway extends GatewayHarness {
  close(): Promise<void>;
}

type Settings = Readonly<Record<string, string>>;

export interface CallOptions {
  readonly token?: string | null;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly at?: BootedService;
  readonly signal?: AbortSignal;
}

/** The gateway for all tests of a file, or of a `describe`: started before the first, stopped after the last. */
export function gatewayForTests(settings: Settings = {}): GatewayHarness {
  let harness: StartedGateway | undefined;
  beforeAll(async () => {
    harness = await startGateway(settings);
  });
  afterAll(() => harness?.close());
  const started = (): GatewayHarness => {
    if (harness === undefined) throw new Error('the gateway is there for tests and hooks only');
    return harness;
  };
  return {
    get postgres() {
      return started().postgres;
    },
    get nats() {
      return started().nats;
    },
    get services() {
      return started().services;
    },
    get gateway() {
      return started().gateway;
    },
    get warehouse() {
      return started().warehouse;
    },
    get admin() {
      return started().admin;
    },
    replica: (more) => started().replica(more),
    call: (method, path, options) => started().call(method, path, options),
  };
}

/** A whole gateway on real Postgres and NATS; the other services answer as a test configures them. */
export async function startGateway(settings: Settings = {}): Promise<StartedGateway> {
  const [postgres, nats] = await Promise.all([startPostgres({ fsync: false }), startNats()]);
  const directory = scratchDirectory('gateway');
  const { seed, publicKey } = generatePrincipalKey();
  writeFileSync(join(directory, 'key'), seed);
  writeFileSync(
    join(directory, 'keyring'),
    JSON.stringify(Object.fromEntries(SERVICES.map((name) => [name, publicKey]))),
  );
  const warehouse = join(directory, 'warehouse');
  mkdirSync(warehouse);
  const services = await FakeServices.start(nats.url);
  const environment = {
    SVC_NATS_URL: nats.url,
    SVC_POSTGRES_URL: postgres.url,
    SVC_WAREHOUSE: warehouse,
    SVC_LOG_LEVEL: 'silent',
    SVC_SHUTDOWN_GRACE_MS: '1000',
    SVC_AUDIT_PATIENCE_MS: '30000',
    SVC_POSTGRES_PATIENCE_MS: '60000',
    SVC_PRINCIPAL_KEY_FILE: join(directory, 'key'),
    SVC_PRINCIPAL_KEYRING_FILE: join(directory, 'keyring'),
    SVC_BOOTSTRAP_TOKEN_FILE: join(directory, 'token'),
    ...settings,
  };
  const booted: BootedService[] = [];
  const replica = async (more: Settings = {}): Promise<BootedService> => {
    const config = configSchema.parse({ ...environment, ...more });
    const gateway = await bootService(GatewayModule.register(config), config, configureHttp);
    booted.push(gateway);
    return gateway;
  };
  const gateway = await replica();
  const admin = readFileSync(join(directory, 'token'), 'utf8').trim();
  return {
    postgres,
    nats,
    services,
    gateway,
    warehouse,
    admin,
    replica,
    call: (method, path, { token = admin, body, headers, at = gateway, signal } = {}) =>
      fetch(new URL(path, at.url), {
        method,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      }),
    async close() {
      await Promise.all(booted.map((it) => it.stop()));
      await services.stop();
      await Promise.all([postgres.stop(), nats.stop()]);
    },
  };
}
