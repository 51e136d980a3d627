import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Controller, Inject, Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { internalCall, job, type Job, jobKind, SERVICE_RIGHTS, SERVICES, startJob, watchJob } from '@svc/contracts';
import { type PrivateServer, scratchDirectory, startNats, startPostgres, startRedis } from '@svc/testing';
import { z } from 'zod';
import { type BootedService, bootService } from './boot-service';
import { PlatformModule } from './platform.module';
import { platformConfig } from '../config/platform-config';
import { waitForJob } from '../job/follow-job';
import { JobQueue } from '../job/job-queue';
import { NatsLink } from '../nats/nats-link';
import { generatePrincipalKey } from '../principal/principal-key';
import { servicePrincipal } from '../principal/service-principal';
import type { CallContext } from '../rpc/call-context';
import { Handles } from '../rpc/handles';
import { RpcClient } from '../rpc/client/rpc-client';

const startDoubling = internalCall({
  name: 'number.double',
  subject: 'svc.compute.number.double',
  request: z.strictObject({ number: z.number() }),
  response: job,
});

const doubling = jobKind({
  name: 'number.double',
  service: 'compute',
  payload: z.strictObject({ number: z.number() }),
  progress: z.strictObject({ half: z.number() }),
  result: z.number(),
});

const tripling = jobKind({
  name: 'number.triple',
  service: 'compute',
  payload: z.strictObject({ number: z.number() }),
  result: z.number(),
});

@Injectable()
class Doubler implements OnModuleInit {
  constructor(@Inject(JobQueue) private readonly jobs: JobQueue) {}

  onModuleInit(): void {
    this.jobs.work(tripling, ({ number }) => Promise.resolve(3 * number));
    this.jobs.work(doubling, ({ number }, { progress }) => {
      progress(1, 1, 'doubled', { half: number });
      return Promise.resolve(2 * number);
    });
  }
}

@Controller()
class NumberController {
  constructor(@Inject(JobQueue) private readonly jobs: JobQueue) {}

  @Handles(startDoubling)
  start(request: { readonly number: number }, { principal, traceparent }: CallContext): Promise<Job> {
    return this.jobs.submit(doubling, { payload: request, principal, traceparent });
  }
}

@Module({ controllers: [NumberController], providers: [Doubler] })
class NumberModule {}

/** The service of this test calls itself. */
const rights = {
  ...SERVICE_RIGHTS,
  compute: { calls: ['svc.compute.>'], asItself: ['svc.compute.>'], scopes: ['job:read', 'job:cancel'] },
} as const;

let servers: PrivateServer[];
let service: BootedService;

beforeAll(async () => {
  servers = await Promise.all([startPostgres({ fsync: false }), startRedis(), startNats()]);
  const [postgres, redis, nats] = servers;
  const directory = scratchDirectory('keys');
  const { seed, publicKey } = generatePrincipalKey();
  writeFileSync(join(directory, 'key'), seed);
  writeFileSync(
    join(directory, 'keyring'),
    JSON.stringify(Object.fromEntries(SERVICES.map((name) => [name, publicKey]))),
  );
  const config = platformConfig.parse({
    SVC_NATS_URL: nats?.url,
    SVC_POSTGRES_URL: postgres?.url,
    SVC_REDIS_URL: redis?.url,
    SVC_LOG_LEVEL: 'silent',
    SVC_SHUTDOWN_GRACE_MS: 1_000,
    SVC_PRINCIPAL_KEY_FILE: join(directory, 'key'),
    SVC_PRINCIPAL_KEYRING_FILE: join(directory, 'keyring'),
  });
  service = await bootService(
    {
      module: NumberModule,
      imports: [PlatformModule.register({ service: 'compute', config, rights, migrations: [] })],
    },
    config,
  );
});
afterAll(async () => {
  await service.stop();
  await Promise.all(servers.map((it) => it.stop()));
});

describe('a service with a schema', () => {
  it('runs the jobs that its providers process, and answers for them over NATS', async () => {
    const rpc = service.app.get(RpcClient);
    const origin = {
      principal: servicePrincipal('compute', ['job:read', 'job:cancel']),
      link: service.app.get(NatsLink),
    };
    const started = await rpc.call(startDoubling, { number: 21 }, origin);
    expect(await waitForJob(rpc, started.id, origin)).toMatchObject({
      id: started.id,
      state: 'succeeded',
      result: 42,
      progress: { done: 1, total: 1, message: 'doubled', detail: { half: 21 } },
    });
    const watch = (after?: string) =>
      rpc.call(watchJob, { params: { id: started.id }, query: {}, ...(after === undefined ? {} : { after }) }, origin);
    const { events, ended, wake } = await watch();
    expect(events).toMatchObject([{ event: 'job', data: { id: started.id, state: 'succeeded' } }]);
    expect([ended, wake]).toEqual([true, `svc.event.compute.job.${started.id}`]);
    expect(await watch(events[0]?.id)).toMatchObject({ events: [], ended: true });
    await expect(waitForJob(rpc, `compute_${randomUUID()}`, origin)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('works declared kinds that others start, once for each id, and refuses payloads that are none', async () => {
    const rpc = service.app.get(RpcClient);
    const origin = {
      principal: servicePrincipal('compute', ['job:read', 'job:cancel']),
      link: service.app.get(NatsLink),
    };
    const params = { id: `compute_${randomUUID()}` };
    const order = { params, kind: 'number.triple', payload: { number: 7 } };
    const [first, again] = [await rpc.call(startJob, order, origin), await rpc.call(startJob, order, origin)];
    expect(again.id).toBe(first.id);
    expect(await waitForJob(rpc, first.id, origin)).toMatchObject({ state: 'succeeded', result: 21 });
    const other = { params: { id: `compute_${randomUUID()}` } };
    await expect(rpc.call(startJob, { ...order, ...other, payload: { number: 'x' } }, origin)).rejects.toMatchObject({
      code: 'invalid-request',
      facts: { errors: [{ pointer: '/number' }] },
    });
    await expect(rpc.call(startJob, { ...order, ...other, kind: 'number.guess' }, origin)).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('is ready only with its stores, and says how its jobs and its outbox stand', async () => {
    const ready = await fetch(`${service.url}/health/ready`);
    expect(await ready.json()).toMatchObject({ ready: true, checks: { nats: 'ok', postgres: 'ok', redis: 'ok' } });
    const metrics = await (await fetch(`${service.metricsUrl}/metrics`)).text();
    expect(metrics).toMatch(/svc_jobs\{state="queued",service="compute"\} 0/);
    expect(metrics).toMatch(/svc_outbox_age_seconds\{service="compute"\} 0/);
  });
});
