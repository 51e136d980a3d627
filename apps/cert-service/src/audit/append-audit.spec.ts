import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuditLogWriter, CheckpointSigner, readRecords, SigningKey } from '@svc/audit-chain';
import { type AuditEntry, ProblemError } from '@svc/contracts';
import { type Lease, type LeaseState, systemClock } from '@svc/platform';
import { pino } from 'pino';
import { numbered } from '../../test/audit/audit-entries';
import { AnchorFeed } from './anchor/anchor-feed';
import { AppendAudit } from './append-audit';
import type { LeadChannel, Written } from './audit.ports';
import { CheckpointRhythm } from './checkpoint-rhythm';
import { LogLeader } from './log-leader';
import { OpenLog } from './open-log';

const logger = pino({ level: 'silent' });
const soon = (): number => Date.now() + 5_000;

/** A lease that a test gives and takes. */
class GivenLease implements Lease {
  state: LeaseState = 'sought';
  stepDowns = 0;
  start(): void {}
  stepDown(): void {
    this.stepDowns += 1;
  }
  stop(): Promise<void> {
    return Promise.resolve();
  }
}

/** Other replicas, as a test has them answer. */
class GivenChannel implements LeadChannel {
  readonly open = true;
  asked = 0;
  answer: (entries: readonly AuditEntry[], signal: AbortSignal) => Promise<Written | null> = () =>
    Promise.resolve(null);
  onLoss(): void {}
  ask(entries: readonly AuditEntry[], _deadline: number, signal: AbortSignal): Promise<Written | null> {
    this.asked += 1;
    return this.answer(entries, signal);
  }
  serve(): () => Promise<void> {
    return () => Promise.resolve();
  }
}

describe('appending to the audit log', () => {
  let directory: string;
  let lease: GivenLease;
  let channel: GivenChannel;
  let leader: LogLeader;
  let append: AppendAudit;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'svc-append-'));
    lease = new GivenLease();
    channel = new GivenChannel();
    const signer = new CheckpointSigner({
      key: SigningKey.fromSeed(Buffer.alloc(32, 7)),
      name: 'test/audit',
      statePath: join(directory, 'signed'),
    });
    const opening = new OpenLog({ directory: join(directory, 'log'), segmentBytes: 1 << 20, signer }, systemClock);
    const feed = new AnchorFeed(
      { destinations: [], seconds: 0 },
      { serve: () => undefined, put: () => Promise.resolve() },
      systemClock,
      logger,
    );
    leader = new LogLeader(
      lease,
      channel,
      opening,
      new CheckpointRhythm({ records: 1_000, seconds: 3_600 }, feed, logger),
      logger,
    );
    append = new AppendAudit(leader, channel);
  });
  afterEach(async () => {
    await leader.lost();
    rmSync(directory, { recursive: true });
  });

  it('appends locally when this replica is the writer', async () => {
    expect(await leader.gained(1)).toBe(true);
    expect(await append.append([numbered(1), numbered(2)], soon())).toEqual({ appended: 2, last_seq: 2 });
    expect(await append.append([numbered(2), numbered(3)], soon())).toEqual({ appended: 1, last_seq: 3 });
    expect(channel.asked).toBe(0);
  });

  it('otherwise asks the writing replica, and retries while the lease changes hands', async () => {
    channel.answer = () => Promise.resolve(channel.asked < 3 ? null : { appended: 1, last_seq: 7 });
    expect(await append.append([numbered(1)], soon())).toEqual({ appended: 1, last_seq: 7 });
    expect(channel.asked).toBe(3);
  });

  it('refuses at once when the lease cannot be checked', async () => {
    lease.state = 'away';
    await expect(append.append([numbered(1)], soon())).rejects.toMatchObject({
      code: 'unavailable',
      facts: { retryAfter: 1 },
    });
    expect(channel.asked).toBe(1);
  });

  it('refuses when the time of its caller is up', async () => {
    await expect(append.append([numbered(1)], Date.now() + 200)).rejects.toMatchObject({ code: 'unavailable' });
    expect(channel.asked).toBeGreaterThan(1);
  });

  it('passes on what the writer refuses with', async () => {
    channel.answer = () => Promise.reject(new ProblemError('invalid-request', 'No.'));
    await expect(append.append([numbered(1)], soon())).rejects.toMatchObject({ code: 'invalid-request' });
  });

  it('stops waiting for an answer of a writer that is gone once this replica writes', async () => {
    channel.answer = (_, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          resolve(null);
        });
      });
    const appended = append.append([numbered(1)], soon());
    await leader.gained(1);
    expect(await appended).toEqual({ appended: 1, last_seq: 1 });
  });

  it('steps down when another writer has taken over, and lets that one have the entries', async () => {
    await leader.gained(1);
    const successor = await AuditLogWriter.open(join(directory, 'log'), { epoch: 2, now: () => new Date() });
    channel.answer = async (entries) => ({
      appended: 1,
      last_seq: Math.max(...(await successor.append(entries)).map(({ seq }) => seq)),
    });
    expect(await append.append([numbered(1)], soon())).toMatchObject({ appended: 1 });
    expect(lease.stepDowns).toBe(1);
    await successor.close();
    const ids: string[] = [];
    for await (const { id } of readRecords(join(directory, 'log'), { action: 'metric.query' })) ids.push(id);
    expect(ids).toEqual([numbered(1).id]);
  });

  it('does not start a term whose epoch is not the highest', async () => {
    await (await AuditLogWriter.open(join(directory, 'log'), { epoch: 5, now: () => new Date() })).close();
    expect(await leader.gained(5)).toBe(false);
    expect(leader.leading).toBe(false);
    expect(await leader.gained(6)).toBe(true);
  });
});
