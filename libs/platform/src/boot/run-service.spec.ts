import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Controller } from '@nestjs/common';
import type { RequestOf } from '@svc/contracts';
import { freePort } from '@svc/testing';
import { ANALYST, RpcSides } from '../../test/rpc-sides';
import { work } from '../../test/test-calls';
import { Handles } from '../rpc/handles';
import { RpcClient } from '../rpc/client/rpc-client';

const TEST = join(__dirname, '..', '..', 'test');
const origin = { principal: ANALYST };

interface Running {
  readonly process: ChildProcess;
  output(): string;
  /** Resolves once the text has appeared on either stream. */
  says(text: string): Promise<void>;
}

@Controller()
class Answering {
  @Handles(work)
  work({ how }: RequestOf<typeof work>): { done: string } {
    return { done: how };
  }
}

const started: ChildProcess[] = [];

function run(env: Readonly<Record<string, string>>): Running {
  const child = spawn(process.execPath, ['-r', join(TEST, 'run-typescript.js'), join(TEST, 'service-process.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      child.emit('output');
    });
  const says = async (text: string) => {
    while (!output.includes(text)) {
      const ended = await Promise.race([once(child, 'output').then(() => false), once(child, 'exit').then(() => true)]);
      if (ended && !output.includes(text)) throw new Error(`ended before saying "${text}":\n${output}`);
    }
  };
  return { process: child, output: () => output, says };
}

describe('a service as a process', () => {
  let sides: RpcSides;
  let client: RpcClient;
  let env: Record<string, string>;

  beforeAll(async () => {
    sides = await RpcSides.start();
    client = await sides.caller();
    env = { ...sides.environment('metrics'), SVC_LOG_LEVEL: 'info' };
  });
  afterAll(() => sides.stop());
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
  });

  it('answers what it has begun after SIGTERM, takes nothing new, and ends with 0', async () => {
    const service = run({ ...env, SVC_SHUTDOWN_GRACE_MS: '20000' });
    await service.says('taking requests');
    const begun = once(service.process, 'message');
    const underWay = client.call(work, { how: 'held' }, { ...origin, deadline: Date.now() + 20_000 });
    await begun;
    service.process.kill('SIGTERM');
    await service.says('stopping');
    await untilUnavailable();
    service.process.send('finish');
    expect(await underWay).toEqual({ done: 'held' });
    expect(await once(service.process, 'exit')).toEqual([0, null]);
  });

  it('tells handlers and callers to stop when the grace is over, and still ends with 0', async () => {
    const service = run({ ...env, SVC_SHUTDOWN_GRACE_MS: '100' });
    await service.says('taking requests');
    const begun = once(service.process, 'message');
    const underWay = client.call(work, { how: 'held' }, origin).catch((error: unknown) => error);
    await begun;
    const told = once(service.process, 'message');
    service.process.kill('SIGTERM');
    expect(await told).toEqual(['told to stop', undefined]);
    expect(await underWay).toMatchObject({ code: 'unavailable', detail: 'The service is stopping; try again.' });
    expect(await once(service.process, 'exit')).toEqual([0, null]);
  });

  it('killed with a request in its hands leaves the outcome unknown; an idempotent call then reaches another replica', async () => {
    const service = run(env);
    await service.says('taking requests');
    const begun = once(service.process, 'message');
    const call = client.call(work, { how: 'survived' }, { ...origin, deadline: Date.now() + 5_000 }, { retry: true });
    await begun;
    service.process.kill('SIGKILL');
    const other = await sides.boot('metrics', [Answering]);
    expect(await call).toEqual({ done: 'survived' });
    await other.stop();
  });

  it('that is misconfigured says everything that is wrong in one message and ends with 1', async () => {
    const service = run({ ...env, SVC_HTTP_PORT: 'eighty', SVC_PRINCIPAL_KEY_FILE: '' });
    const exit = await once(service.process, 'exit');
    expect(exit).toEqual([1, null]);
    expect(service.output().trimEnd().split('\n')).toEqual([
      'svc metrics cannot start:',
      expect.stringMatching(/^ {2}SVC_HTTP_PORT is not usable: /),
      expect.stringMatching(/^ {2}SVC_PRINCIPAL_KEY_FILE is missing\. Set it to /),
    ]);
  });

  it('is alive but not ready while NATS is away, and takes requests once it comes', async () => {
    const port = await freePort();
    await sides.nats.kill();
    const service = run({ ...env, SVC_HTTP_PORT: String(port) });
    await service.says('waiting for NATS');
    await untilListening(port);
    expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(503);
    await sides.nats.restart();
    await service.says('taking requests');
    expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
  });

  it('that still waits for NATS ends at once with 0 when asked to', async () => {
    await sides.nats.kill();
    const service = run(env);
    await service.says('waiting for NATS');
    service.process.kill('SIGTERM');
    expect(await once(service.process, 'exit')).toEqual([0, null]);
    await sides.nats.restart();
  });

  /** Asks until the service has left its subject. */
  async function untilUnavailable(): Promise<void> {
    for (;;) {
      const error = await client
        .call(work, { how: 'new' }, { ...origin, deadline: Date.now() + 100 })
        .catch((thrown: unknown) => thrown);
      if (error instanceof Error && 'code' in error && error.code === 'unavailable') return;
    }
  }

  async function untilListening(port: number): Promise<void> {
    while (
      !(await fetch(`http://127.0.0.1:${port}/health/live`).then(
        () => true,
        () => false,
      ))
    );
  }
});

describe('a service whose credentials NATS refuses', () => {
  it('says so and ends with 1 instead of waiting for ever', async () => {
    const sides = await RpcSides.start({
      configuration: 'authorization { users = [{ user: metrics, password: right }] }',
    });
    const service = run({
      ...sides.environment('metrics'),
      SVC_NATS_USER: 'metrics',
      SVC_NATS_PASSWORD: 'wrong',
      SVC_LOG_LEVEL: 'info',
    });
    expect(await once(service.process, 'exit')).toEqual([1, null]);
    expect(service.output()).toBe(
      'svc metrics cannot start:\n  SVC_NATS_USER, SVC_NATS_PASSWORD: NATS refuses these credentials; set those of this service.\n',
    );
    await sides.stop();
  });
});
