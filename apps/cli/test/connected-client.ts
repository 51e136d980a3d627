import { FakeGateway } from './fake-gateway';
import { type Ended, Svc, type SvcOptions } from './run-svc';

export interface ConnectedClient {
  readonly svc: Svc;
  readonly gateway: FakeGateway;
  /** Runs a command that may call the gateway. */
  online(args: readonly string[], options?: SvcOptions): Promise<Ended>;
}

/** A client and a gateway for the tests of one `describe`: started before its first, stopped after its last, reset after each. */
export function connectedClient(): ConnectedClient {
  const svc = new Svc();
  const gateway = new FakeGateway();
  beforeAll(async () => {
    svc.build();
    await gateway.start();
  }, 240_000);
  afterEach(() => gateway.forget());
  afterAll(async () => {
    await gateway.stop();
    svc.remove();
  });
  return {
    svc,
    gateway,
    online: (args, { env, ...options } = {}) =>
      svc.run(args, { ...options, env: { SVC_URL: gateway.url, SVC_TOKEN: 'svc_pat_test', ...env } }),
  };
}
