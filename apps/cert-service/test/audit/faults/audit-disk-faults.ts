import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LogKey, readRecords } from '@svc/audit-chain';
import { appendAudit } from '@svc/contracts';
import { type AuditCluster, GATEWAY } from '../audit-cluster';
import { numbered } from '../audit-entries';
import { AuditHistory, type HistoryCheck } from './audit-history';

const FREE_BYTES = 256 * 1024;

/** The effects on a log whose disk was full, or whose last line was torn. */
export interface DiskFault {
  readonly check: HistoryCheck;
  /** The codes of the callers' refusals. */
  readonly refusals: ReadonlySet<string>;
  /** The actions of the log's own records. */
  readonly own: ReadonlySet<string>;
  /** What was cut off the end of the log and preserved. */
  readonly torn: readonly string[];
}

/** Appends one after the other, as one caller that remembers the answers. */
class Caller {
  readonly refusals = new Set<string>();
  private next = 1;

  constructor(
    private readonly cluster: AuditCluster,
    readonly history: AuditHistory,
  ) {}

  /** False if it was refused. */
  async append(entries: number): Promise<boolean> {
    const numbers = Array.from({ length: entries }, (_, at) => this.next + at);
    try {
      const { appended, last_seq } = await this.cluster.rpc.call(
        appendAudit,
        { entries: numbers.map((it) => numbered(it)) },
        { principal: GATEWAY },
      );
      this.history.acknowledge(numbers, last_seq, appended === numbers.length);
      this.next += entries;
      return true;
    } catch (error) {
      this.refusals.add(error instanceof Error && 'code' in error ? String(error.code) : String(error));
      return false;
    }
  }
}

/** A writer dies in the middle of a line; the next one finds the torn line. */
export async function tornWrite(cluster: AuditCluster, logKey: LogKey): Promise<DiskFault> {
  const directory = join(cluster.directory, 'torn');
  const replica = await cluster.child({ SVC_AUDIT_DIR: directory });
  const caller = new Caller(cluster, new AuditHistory(directory, logKey));
  for (let round = 0; round < 5; round += 1) await caller.append(20);
  await replica.end('SIGKILL');
  const newest =
    readdirSync(directory)
      .filter((it) => it.endsWith('.jsonl'))
      .sort()
      .at(-1) ?? '';
  appendFileSync(join(directory, newest), '{"action":"metric.query","actor":"user-');
  await cluster.child({ SVC_AUDIT_DIR: directory });
  await caller.append(20);
  return summary(directory, caller);
}

/** Whether a small disk can be mounted here: that takes root, and a container that allows it. */
export function canMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'svc-mount-'));
  const mounted = mountDisk(place);
  if (mounted) unmountDisk(place);
  rmSync(place, { recursive: true });
  return mounted;
}

/** The disk of the log fills up while a caller writes, and is freed again. */
export async function fullDisk(cluster: AuditCluster, logKey: LogKey): Promise<DiskFault> {
  const place = join(cluster.directory, 'disk');
  mkdirSync(place);
  if (!mountDisk(place)) throw new Error('no small disk can be mounted here');
  try {
    return await fillAndFree(cluster, place, logKey);
  } finally {
    await cluster.stopReplicas();
    unmountDisk(place);
  }
}

function mountDisk(place: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', place]).status === 0;
}

function unmountDisk(place: string): void {
  spawnSync('umount', [place]);
}

async function fillAndFree(cluster: AuditCluster, mount: string, logKey: LogKey): Promise<DiskFault> {
  const directory = join(mount, 'audit');
  await cluster.child({ SVC_AUDIT_DIR: directory, SVC_CHECKPOINT_RECORDS: '200', SVC_CHECKPOINT_SECONDS: '1' });
  const caller = new Caller(cluster, new AuditHistory(directory, logKey));
  await caller.append(20);
  const filler = join(mount, 'filler');
  const { bavail, bsize } = statfsSync(mount);
  writeFileSync(filler, Buffer.alloc(bavail * bsize - FREE_BYTES));
  for (let full = false; !full;) full = !(await caller.append(50));
  for (let round = 0; round < 3; round += 1) await caller.append(50);
  rmSync(filler);
  for (let written = false; !written;) written = await caller.append(50);
  return summary(directory, caller);
}

async function summary(directory: string, caller: Caller): Promise<DiskFault> {
  const own = new Set<string>();
  for await (const { action } of readRecords(directory, { actor: 'svc:audit-log' })) own.add(action);
  const torn = readdirSync(directory)
    .filter((it) => it.endsWith('.torn'))
    .map((it) => readFileSync(join(directory, it), 'utf8'));
  return { check: await caller.history.check(), refusals: caller.refusals, own, torn };
}
