import { join } from 'node:path';
import { identify } from './supervisor/process-identity';
import { provisionPostgres } from './stack/provision-postgres';
import { serverSpecs } from './services/server-specs';
import { serviceSpecs } from './services/service-specs';
import { readStack, type Stack } from './stack/stack';
import { StackUrls } from './stack/stack-urls';
import { RoomWatch } from './supervisor/room-again';
import { stateDirectory, writePrivately } from './state/state-directory';
import { StatusFile } from './supervisor/status-file';
import { pauseBefore } from './supervisor/supervised-child';
import { Supervisor } from './supervisor/supervisor';

/** A process that ended because of a full disk is restarted as soon as there is space, even less than the watch requires. */
const MAX_PAUSE_FULL_MS = 2_000;

/** Runs one stack until it is told to stop: servers, then roles and schemas, then services. */
async function run(stack: Stack, supervisor: Supervisor): Promise<void> {
  const { secrets } = stateDirectory(stack.state);
  const urls = new StackUrls(stack);
  await supervisor.start(serverSpecs(stack));
  writePrivately(join(secrets, 'redis-url'), urls.redis);
  for (const [service, url] of await provisionPostgres(urls, secrets))
    writePrivately(join(secrets, `postgres-url-${service}`), url);
  const [behind, gateway] = serviceSpecs(stack);
  // The gateway's readiness covers its dependencies; there is nothing to gain from starting it late.
  await Promise.all([supervisor.start(behind), supervisor.start(gateway)]);
}

/** The process behind `./svc up`: it writes its status file and ends with everything it started. */
async function main(stackFile: string): Promise<void> {
  const stack = readStack(stackFile);
  const { statusFile } = stateDirectory(stack.state);
  const self = identify(process.pid);
  if (self === null) throw new Error('/proc is not mounted');
  let failure: string | null = null;
  const room = new RoomWatch(stack.state);
  const pause = (restart: number): number =>
    Math.min(pauseBefore(restart), room.wasShort ? MAX_PAUSE_FULL_MS : Infinity);
  const supervisor: Supervisor = new Supervisor(() => status.write(), pause);
  const status = new StatusFile(statusFile, () => ({
    supervisor: self,
    stack: stack.id,
    failure,
    children: [...supervisor.children],
  }));
  const end = async (code: number): Promise<void> => {
    await supervisor.stop();
    status.write();
    process.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end(0));
  // Its own output goes to a file too, and a failed write must not end the stack.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  status.write();
  room.start(() => supervisor.hurry());
  try {
    await run(stack, supervisor);
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
    await end(1);
  }
}

void main(process.argv[2] ?? '');
