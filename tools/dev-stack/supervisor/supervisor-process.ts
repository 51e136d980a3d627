import { spawn } from 'node:child_process';
import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { lastLines } from './log-tail';
import { isRunning } from './process-identity';
import { Refusal } from '../refusal';
import { PortTaken } from '../stack/stack-ports';
import { readStatus, runningStatus, type ChildStatus, type StackStatus } from './stack-status';
import type { StateDirectory } from '../state/state-directory';

const POLL_MS = 100;
const READY_WITHIN_MS = 120_000;
/** A child that ended this often before it was ready will not recover by itself. */
const HOPELESS_RESTARTS = 4;

type Say = (detail: string) => void;

/** Starts the supervisor as a detached process; it must not run yet. The returned function says whether it has ended. */
export function startSupervisor(state: StateDirectory, env: Readonly<Record<string, string>>): () => boolean {
  rmSync(state.statusFile, { force: true });
  const log = openSync(join(state.logs, 'supervisor.log'), 'a', 0o600);
  const supervisor = spawn(process.execPath, [join(__dirname, '..', 'supervise.js'), state.stackFile], {
    detached: true,
    stdio: ['ignore', log, log],
    env,
  });
  closeSync(log);
  supervisor.unref();
  return () => supervisor.exitCode !== null || supervisor.signalCode !== null;
}

/** What Node, Postgres, NATS and Redis print when a port is in use. */
const IN_USE = /EADDRINUSE|address already in use/i;

function refuseHopeless(children: readonly ChildStatus[]): void {
  const late = children.find((it) => it.state === 'restarting' && IN_USE.test(lastLines(it.log)));
  if (late !== undefined)
    throw new PortTaken(`${late.name}: another process uses its port (${late.address}).`, 'Run ./svc up again.');
  const hopeless = children.find((it) => it.state !== 'ready' && it.restarts >= HOPELESS_RESTARTS);
  if (hopeless === undefined) return;
  throw new Refusal(
    `${hopeless.name} does not start. Its last words:\n${lastLines(hopeless.log)}`,
    `Its log: ${hopeless.log}. When that is corrected: ./svc down && ./svc up`,
  );
}

/** Waits until every child is ready; a {@link Refusal} with the reason when that will not happen. */
export async function untilReady(
  state: StateDirectory,
  count: number,
  hasEnded: () => boolean,
  say: Say,
): Promise<StackStatus> {
  const deadline = Date.now() + READY_WITHIN_MS;
  const log = join(state.logs, 'supervisor.log');
  let said = '';
  for (;;) {
    const status = readStatus(state.statusFile);
    const waiting = status?.children.filter((it) => it.state !== 'ready').map((it) => it.name) ?? [];
    if (status !== null && waiting.length === 0 && status.children.length === count) return status;
    if (status !== null && status.failure !== null)
      throw new Refusal(status.failure, `See ${log} and run ./svc doctor.`);
    if (hasEnded()) throw new Refusal(`The supervisor ended:\n${lastLines(log)}`, `Its log: ${log}`);
    refuseHopeless(status?.children ?? []);
    if (Date.now() > deadline)
      throw new Refusal(
        `Not ready after ${READY_WITHIN_MS / 1000} s: ${waiting.join(', ') || 'the supervisor'}.`,
        `Logs: ${state.logs}. Then: ./svc doctor`,
      );
    if (waiting.join() !== said) say(waiting.length === 0 ? 'roles and schemas' : `waiting for ${waiting.join(', ')}`);
    said = waiting.join();
    await delay(POLL_MS);
  }
}

/** Tells a running supervisor to stop everything and waits until it is gone. Returns whether one ran. */
export async function stopSupervisor(state: StateDirectory): Promise<boolean> {
  const status = runningStatus(state.statusFile);
  if (status === null) return false;
  process.kill(status.supervisor.pid, 'SIGTERM');
  while (isRunning(status.supervisor)) await delay(POLL_MS);
  return true;
}
