import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { freePort } from '@svc/testing';
import { z } from 'zod';
import { Refusal } from '../refusal';
import { writePrivately } from '../state/state-directory';

const portsFile = z.record(z.string(), z.int());

/** Another process took a port of the stack between its choice and its use. */
export class PortTaken extends Refusal {
  override readonly name = 'PortTaken';
}

const ATTEMPTS = 5;

/** Starts; when a port was taken meanwhile, cleans up and starts again, which chooses another. */
export async function retryWithOtherPorts<T>(start: () => Promise<T>, clearUp: () => Promise<unknown>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof PortTaken) || attempt === ATTEMPTS) throw error;
      await clearUp();
    }
  }
}

/** The preferred port of the gateway. */
const GATEWAY_PORT = 7400;

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

function lastTime(file: string): Record<string, number> {
  if (!existsSync(file)) return {};
  const parsed = portsFile.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  return parsed.success ? parsed.data : {};
}

async function choose(wanted: readonly (number | undefined)[], taken: ReadonlySet<number>): Promise<number> {
  for (const port of wanted) if (port !== undefined && !taken.has(port) && (await isFree(port))) return port;
  const port = await freePort();
  return taken.has(port) ? choose([], taken) : port;
}

/**
 * A port for each name: the previous one if it is free, else any free one. The gateway's may be requested; a
 * requested port that is busy is a {@link Refusal}. Call it only while nothing of this stack runs.
 */
export async function choosePorts(
  file: string,
  names: readonly string[],
  gatewayPort: number | undefined,
): Promise<Record<string, number>> {
  if (gatewayPort !== undefined && !(await isFree(gatewayPort))) {
    throw new Refusal(
      `Port ${gatewayPort} is busy (SVC_HTTP_PORT).`,
      `See who has it with: ss -ltnp 'sport = :${gatewayPort}'. Or unset SVC_HTTP_PORT and a free port is chosen.`,
    );
  }
  const before = lastTime(file);
  const chosen: Record<string, number> = {};
  for (const name of names) {
    const preferred = name === 'gateway' ? [gatewayPort, before[name], GATEWAY_PORT] : [before[name]];
    chosen[name] = await choose(preferred, new Set(Object.values(chosen)));
  }
  writePrivately(file, `${JSON.stringify(chosen, null, 2)}\n`);
  return chosen;
}
