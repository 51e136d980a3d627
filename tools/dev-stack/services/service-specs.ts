import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES, type ServiceName } from '@svc/contracts';
import { tiedToParent } from '@svc/testing';
import { z } from 'zod';
import type { ChildSpec } from '../supervisor/child-spec';
import { listensOn } from './listens-on';
import { Refusal } from '../refusal';
import { serviceEnvironment } from './service-environment';
import type { Stack } from '../stack/stack';
import { StackUrls } from '../stack/stack-urls';
import { stateDirectory } from '../state/state-directory';

/** Longer than a service's own grace period, after which it ends by itself. */
const STOP_WITHIN_MS = 15_000;
const ASK_WITHIN_MS = 3_000;

const RUN_BUNDLE = join(__dirname, '..', 'bundle', 'run-bundle.js');

const manifest = z.object({ main: z.string() });

/** The folder of the app that is a service. */
export function appOf(service: ServiceName): string {
  return service === 'gateway' ? 'gateway' : `${service}-service`;
}

/** The built program of an app; a {@link Refusal} when it is not built. */
export function entryOf(root: string, app: string): string {
  const folder = join(root, 'apps', app);
  const { main } = manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const entry = join(folder, main);
  if (!existsSync(entry))
    throw new Refusal(`apps/${app} is not built.`, 'Run ./svc up again; if it still says so: rm .svc/build.stamp');
  return entry;
}

/**
 * True when this process listens at the address and reports itself ready. Another stack may have taken the port since
 * it was chosen, and would report ready too.
 */
export async function isReadyAt(url: string, pid: number): Promise<boolean> {
  return (await answersReady(url)) && listensOn(pid, Number(new URL(url).port));
}

/**
 * {@link isReadyAt} for callers that poll every second: the listener is looked up once per process, since the kernel takes
 * milliseconds to list the connections of a machine, and a process that got the port keeps it.
 */
export function readinessAt(url: string): (pid: number) => Promise<boolean> {
  let listener: number | undefined;
  return async (pid) => {
    const ready = listener === pid ? await answersReady(url) : await isReadyAt(url, pid);
    if (ready) listener = pid;
    return ready;
  };
}

async function answersReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(ASK_WITHIN_MS) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

const readiness = z.object({ checks: z.record(z.string(), z.string()) });

/** The degraded conditions of a working service, by name: `disk` when the reserve of the disk is reached. */
export async function degradedAt(url: string): Promise<string[]> {
  try {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(ASK_WITHIN_MS) });
    const { checks } = readiness.parse(await answer.json());
    return Object.keys(checks).filter((name) => checks[name] === 'degraded');
  } catch {
    return [];
  }
}

/** From the bundle, if there is one, or else its built program. */
function programOf(service: ServiceName, { root, bundle }: Stack): string[] {
  const entry = entryOf(root, appOf(service));
  return bundle === null ? [entry] : [RUN_BUNDLE, bundle, service, entry];
}

function specOf(service: ServiceName, stack: Stack): ChildSpec {
  const urls = new StackUrls(stack);
  const address = urls.http(service);
  return {
    name: service,
    commandLine: tiedToParent({
      program: process.execPath,
      args: ['--enable-source-maps', ...programOf(service, stack)],
      deathSignal: 'SIGKILL',
    }),
    env: serviceEnvironment(service, stack, urls.nats),
    cwd: stack.root,
    address,
    logFile: join(stateDirectory(stack.state).logs, `${service}.log`),
    stopSignal: 'SIGTERM',
    stopWithinMs: STOP_WITHIN_MS,
    isReady: readinessAt(address),
  };
}

/** The services behind the gateway, and the gateway, which stops before them. */
export function serviceSpecs(stack: Stack): readonly [behind: ChildSpec[], gateway: ChildSpec[]] {
  const behind = SERVICES.filter((service) => service !== 'gateway');
  return [behind.map((service) => specOf(service, stack)), [specOf('gateway', stack)]];
}
