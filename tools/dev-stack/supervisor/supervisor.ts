import { setTimeout as delay } from 'node:timers/promises';
import type { ChildSpec } from './child-spec';
import { rotateLog } from './rotate-log';
import { SupervisedChild } from './supervised-child';
import type { ChildStatus } from './stack-status';

const POLL_MS = 50;
const ROTATE_EVERY_MS = 5_000;

/** Keeps groups of processes running. A later group depends on the earlier ones: it starts after them and stops before. */
export class Supervisor {
  private readonly groups: SupervisedChild[][] = [];
  private stopped: Promise<void> | undefined;
  private rotation: NodeJS.Timeout | undefined;

  constructor(
    private readonly onChange: (children: readonly ChildStatus[]) => void,
    private readonly pause?: (restart: number) => number,
  ) {}

  get children(): readonly ChildStatus[] {
    return this.groups.flat().map(({ spec, state, pid, restarts }) => ({
      name: spec.name,
      state,
      pid,
      restarts,
      address: spec.address,
      log: spec.logFile,
    }));
  }

  private get stopping(): boolean {
    return this.stopped !== undefined;
  }

  /** Starts a group; resolves once all of it is ready, or waiting has become pointless. */
  async start(specs: readonly ChildSpec[]): Promise<void> {
    if (this.stopping) return;
    const group = specs.map((spec) => new SupervisedChild(spec, () => this.onChange(this.children), this.pause));
    this.groups.push(group);
    for (const child of group) child.start();
    this.rotation ??= setInterval(
      () => this.groups.flat().forEach(({ spec }) => rotateLog(spec.logFile)),
      ROTATE_EVERY_MS,
    );
    while (!this.stopping && group.some((child) => child.state !== 'ready')) await delay(POLL_MS);
  }

  /** Restarts waiting children at once: the cause of their end is over. */
  hurry(): void {
    for (const child of this.groups.flat()) child.hurry();
  }

  /** Stops everything, the last group first. Repeated calls wait for the same end. */
  stop(): Promise<void> {
    this.stopped ??= this.stopGroups();
    return this.stopped;
  }

  private async stopGroups(): Promise<void> {
    clearInterval(this.rotation);
    for (const group of [...this.groups].reverse()) await Promise.all(group.map((child) => child.stop()));
  }
}
