import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuditLogWriter, CheckpointSigner, openCheckpoint, SigningKey } from '@svc/audit-chain';
import { systemClock } from '@svc/platform';
import { pino } from 'pino';
import { numbered } from '../../test/audit/audit-entries';
import { AnchorFeed } from './anchor/anchor-feed';
import { CheckpointRhythm } from './checkpoint-rhythm';

const logger = pino({ level: 'silent' });

describe('the rhythm of checkpoints', () => {
  let directory: string;
  let writer: AuditLogWriter;
  let rhythm: CheckpointRhythm;
  let signer: CheckpointSigner;
  let notes: string[];
  let next = 1;

  beforeEach(async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
    directory = mkdtempSync(join(tmpdir(), 'svc-rhythm-'));
    signer = new CheckpointSigner({
      key: SigningKey.fromSeed(Buffer.alloc(32, 7)),
      name: 'test/audit',
      statePath: join(directory, 'signed'),
    });
    writer = await AuditLogWriter.open(join(directory, 'log'), { now: () => new Date(), checkpointSigner: signer });
    notes = [];
    const queue = {
      serve: () => undefined,
      put: (_: unknown, note: string) => {
        notes.push(note);
        return Promise.resolve();
      },
    };
    const feed = new AnchorFeed(
      { destinations: [{ name: 'file', publish: () => Promise.resolve() }], seconds: 0 },
      queue,
      systemClock,
      logger,
    );
    rhythm = new CheckpointRhythm({ records: 10, seconds: 60 }, feed, logger);
    rhythm.begin(writer);
  });
  afterEach(async () => {
    await rhythm.end();
    await writer.close();
    jest.useRealTimers();
    rmSync(directory, { recursive: true });
  });

  const write = async (count: number): Promise<void> => {
    const answers = await writer.append(Array.from({ length: count }, () => numbered(next++)));
    rhythm.wrote(Math.max(...answers.map(({ seq }) => seq)) + 1);
  };
  const until = async (signed: number): Promise<void> => {
    while (rhythm.progress.signed < signed) await new Promise(setImmediate);
  };

  it('has one at the beginning of a term', async () => {
    await until(1);
    expect(rhythm.progress).toEqual({ size: 1, signed: 1 });
  });

  it('has one after so many records, and none before', async () => {
    await until(1);
    await write(9);
    expect(rhythm.progress).toEqual({ size: 10, signed: 1 });
    await write(1);
    await until(11);
  });

  it('is signed after an interval with new records, and not after one without', async () => {
    await until(1);
    await write(3);
    const sign = jest.spyOn(writer, 'checkpoint');
    await jest.advanceTimersByTimeAsync(60_000);
    await until(4);
    await jest.advanceTimersByTimeAsync(600_000);
    expect(sign).toHaveBeenCalledTimes(1);
  });

  it('has one at the end of a term, which is handed on at once', async () => {
    await until(1);
    await write(3);
    await rhythm.end();
    await rhythm.announce();
    expect(openCheckpoint(notes.at(-1) ?? '', signer.logKey).size).toBe(4);
    expect(rhythm.progress).toEqual({ size: 0, signed: 0 });
  });

  it('continues when a checkpoint could not be signed', async () => {
    await until(1);
    jest.spyOn(writer, 'checkpoint').mockRejectedValueOnce(new Error('no space left on device'));
    await write(10);
    await write(1);
    await until(12);
  });
});
