import { connect } from 'node:net';
import { join } from 'node:path';
import {
  natsCommand,
  ordinaryUser,
  postgresCommand,
  redisCommand,
  tiedToParent,
  type CommandLine,
  type ServerCommand,
} from '@svc/testing';
import { Client } from 'pg';
import type { ChildSpec } from '../supervisor/child-spec';
import { portOf, type Stack } from '../stack/stack';
import { StackUrls } from '../stack/stack-urls';
import { stateDirectory } from '../state/state-directory';

const STOP_WITHIN_MS = 30_000;
const ASK_WITHIN_MS = 2_000;

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: ASK_WITHIN_MS });
    const answer = (open: boolean): void => {
      socket.destroy();
      resolve(open);
    };
    socket
      .once('connect', () => answer(true))
      .once('error', () => answer(false))
      .once('timeout', () => answer(false));
  });
}

/** Postgres accepts connections before it answers queries: during recovery it says so. */
async function answersQueries(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: ASK_WITHIN_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The private servers of a stack, except those that run elsewhere. */
export function serverSpecs(stack: Stack): ChildSpec[] {
  const state = stateDirectory(stack.state);
  const { postgres, nats, redis } = stack.programs;
  const spec = (command: ServerCommand, commandLine: CommandLine, isReady: () => Promise<boolean>): ChildSpec => ({
    name: command.name,
    commandLine,
    env: command.env,
    cwd: stack.state,
    address: `127.0.0.1:${portOf(stack, command.name)}`,
    logFile: join(state.logs, `${command.name}.log`),
    stopSignal: command.stopSignal,
    stopWithinMs: STOP_WITHIN_MS,
    isReady,
  });
  const specs: ChildSpec[] = [];
  if (postgres !== null) {
    const command = postgresCommand(postgres, state.postgres, portOf(stack, 'postgres'));
    specs.push(
      spec(command, ordinaryUser().run(tiedToParent(command)), () => answersQueries(new StackUrls(stack).postgres)),
    );
  }
  if (nats !== null) {
    const command = natsCommand(nats, join(state.nats, 'nats.conf'), portOf(stack, 'nats'));
    specs.push(spec(command, tiedToParent(command), () => accepts(portOf(stack, 'nats'))));
  }
  if (redis !== null) {
    const command = redisCommand(redis, join(state.redis, 'redis.conf'), portOf(stack, 'redis'));
    specs.push(spec(command, tiedToParent(command), () => accepts(portOf(stack, 'redis'))));
  }
  return specs;
}
