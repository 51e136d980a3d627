import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startService } from '@svc/testing';
import { z } from 'zod';
import { environmentOf, type RunningStack } from '../stack/running-stack';

export interface Server {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** A process with nothing but Express that gives this answer. */
export async function startExpress(answer: object): Promise<Server> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bare-express-'));
  await writeFile(path.join(folder, 'answer.json'), JSON.stringify(answer));
  const child = fork(path.join(__dirname, 'bare-express.js'), [path.join(folder, 'answer.json')], {
    env: { NODE_ENV: 'production' },
    execArgv: ['--enable-source-maps'],
  });
  const [port] = z
    .tuple([z.int()])
    .rest(z.unknown())
    .parse(await once(child, 'message'));
  await rm(folder, { recursive: true });
  return {
    url: `http://127.0.0.1:${String(port)}`,
    pid: child.pid ?? -1,
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

/** One more gateway beside the stack's own, which limits how often a token may ask. */
export async function startGateway(stack: RunningStack, settings: Readonly<Record<string, string>>): Promise<Server> {
  const { SVC_HTTP_PORT: _, SVC_METRICS_PORT: __, ...environment } = environmentOf(stack, 'gateway');
  return startService('gateway', { env: { ...environment, SVC_RATE_LIMIT: '1000000000', ...settings } });
}
