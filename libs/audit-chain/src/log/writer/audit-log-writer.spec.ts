import {
  appendFileSync,
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { entries, entry, idOf, logKey, openLog, signerFor, writeLog } from '../../../test/sample-log';
import { scratchDirectory } from '../../../test/scratch-directory';
import { openCheckpoint } from '../../tree/checkpoint';
import { verifyLog } from '../../verify/verify-log';
import type { AuditRecord } from '../../record/audit-record';
import { readRecords, type RecordQuery } from '../read-records';
import { listSegments } from '../segment/segment';

function refusal(code: string): Error {
  return expect.objectContaining({ name: 'LogError', code });
}

async function read(directory: string, query: RecordQuery = { order: 'oldest' }): Promise<AuditRecord[]> {
  const records: AuditRecord[] = [];
  for await (const record of readRecords(directory, query)) records.push(record);
  return records;
}

async function newestFile(directory: string): Promise<string> {
  return (await listSegments(directory)).at(-1)?.path ?? '';
}

describe('appending', () => {
  it('numbers records from 0 without gaps, each naming the line before, beginning with the segment itself', async () => {
    const directory = scratchDirectory();
    const writer = await openLog(directory);
    expect(await writer.append(entries(0, 3))).toEqual(
      [1, 2, 3].map((seq) => ({ id: idOf(seq - 1), seq, duplicate: false })),
    );
    const records = await read(directory);
    expect(records.map(({ seq, action }) => [seq, action])).toEqual([
      [0, 'log.segment'],
      [1, 'metric.query'],
      [2, 'certificate.get'],
      [3, 'certificate.get'],
    ]);
    expect(records[0]?.prev).toBe('0'.repeat(64));
    expect(await verifyLog(directory)).toMatchObject({ outcome: 'intact', head: writer.head() });
    await writer.close();
  });

  it('answers a record it has with its number instead of writing it again, also after a restart', async () => {
    const directory = scratchDirectory();
    let writer = await openLog(directory, { segmentBytes: 1000 });
    await writer.append(entries(0, 20));
    expect(await writer.append([entry(5), entry(20), entry(20)])).toEqual([
      { id: idOf(5), seq: expect.any(Number), duplicate: true },
      { id: idOf(20), seq: expect.any(Number), duplicate: false },
      { id: idOf(20), seq: expect.any(Number), duplicate: true },
    ]);
    await writer.append(entries(21, 10));
    await writer.close();
    const written = async (): Promise<string[]> =>
      (await read(directory)).filter(({ action }) => action !== 'log.segment').map(({ id }) => id);
    const before = await written();
    writer = await openLog(directory, { segmentBytes: 1000 });
    expect((await writer.append(entries(0, 31))).every(({ duplicate }) => duplicate)).toBe(true);
    expect(await written()).toEqual(before);
    expect(before).toHaveLength(31);
    await writer.close();
  });

  it('recognises a retry within the id window and, as documented, not beyond it', async () => {
    const directory = scratchDirectory();
    const writer = await openLog(directory, { idWindow: 5 });
    await writer.append(entries(0, 10));
    expect((await writer.append([entry(9), entry(5), entry(0)])).map(({ duplicate }) => duplicate)).toEqual([
      true,
      true,
      false,
    ]);
    await writer.close();
  });

  it('gives many callers at once each their own records, in one order, with few syncs', async () => {
    const directory = scratchDirectory();
    const writer = await openLog(directory);
    const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => writer.append([entry(at)])));
    expect(new Set(answers.flat().map(({ seq }) => seq)).size).toBe(200);
    const records = await read(directory);
    for (const [at, [answer]] of answers.entries()) expect(records[answer?.seq ?? -1]?.id).toBe(idOf(at));
    await writer.close();
  });

  it('refuses a bad entry alone, without harm to those that came with it', async () => {
    const directory = scratchDirectory();
    const writer = await openLog(directory);
    const good = writer.append([entry(1)]);
    await expect(writer.append([entry(2), entry(3, { actor: '\ud800' })])).rejects.toThrow(refusal('invalid-entry'));
    await good;
    expect((await read(directory)).map(({ id }) => id).slice(1)).toEqual([idOf(1)]);
    await writer.close();
    await expect(writer.append([entry(4)])).rejects.toThrow(refusal('closed'));
    await expect(writer.checkpoint()).rejects.toThrow(refusal('closed'));
  });
});

describe('rotation', () => {
  it('begins each segment with a record that names the last one and the checkpoint over it', async () => {
    const directory = scratchDirectory();
    await writeLog(directory, 60);
    const segments = await listSegments(directory);
    expect(segments.length).toBeGreaterThan(3);
    const records = await read(directory);
    for (const [at, segment] of segments.entries()) {
      const first = records[segment.firstSeq];
      expect(first?.action).toBe('log.segment');
      if (at === 0) continue;
      expect(first?.detail).toMatchObject({
        previous_segment: expect.stringContaining('.jsonl'),
        previous_seq: segment.firstSeq - 1,
        previous_hash: first?.prev,
        tree_size: segment.firstSeq,
      });
    }
    expect(await verifyLog(directory, { logKey })).toMatchObject({ outcome: 'intact', vouchedSize: records.length });
  });
});

describe('opening a log after a crash', () => {
  it.each([1, 17, 200])(
    'cuts an unfinished last line of %d bytes, keeps it in .torn and records that',
    async (length) => {
      const directory = scratchDirectory();
      await writeLog(directory, 5);
      const lost = JSON.stringify(entry(99)).slice(0, length);
      appendFileSync(await newestFile(directory), lost);
      const writer = await openLog(directory, { checkpointSigner: signerFor(directory) });
      await writer.append([entry(5)]);
      await writer.close();
      const torn = readdirSync(directory).find((name) => name.endsWith('.torn')) ?? '';
      expect(readFileSync(join(directory, torn), 'utf8')).toBe(lost);
      expect((await read(directory)).at(-2)).toMatchObject({
        action: 'log.recovered',
        detail: { torn_bytes: length, torn_file: torn },
      });
      expect(await verifyLog(directory, { logKey })).toMatchObject({ outcome: 'intact' });
    },
  );

  it('rebuilds what is derived: tree, index and ids', async () => {
    const directory = scratchDirectory();
    await writeLog(directory, 40);
    for (const name of readdirSync(join(directory, 'tree'))) truncateSync(join(directory, 'tree', name));
    for (const name of readdirSync(directory).filter((each) => each.endsWith('.index')))
      truncateSync(join(directory, name), 100);
    const writer = await openLog(directory, { checkpointSigner: signerFor(directory) });
    expect((await writer.append([entry(3)]))[0]?.duplicate).toBe(true);
    await writer.append([entry(40)]);
    await writer.close();
    expect(await verifyLog(directory, { logKey })).toMatchObject({ outcome: 'intact' });
    expect(await read(directory, { actor: 'user-3' })).toHaveLength(6);
  });

  it('never touches finished lines: a damaged one stops the writer', async () => {
    const directory = scratchDirectory();
    await writeLog(directory, 5);
    const path = await newestFile(directory);
    const damaged = readFileSync(path, 'utf8').replace('user-2', 'user-X');
    writeFileSync(path, damaged);
    await expect(openLog(directory)).rejects.toThrow(refusal('log-damaged'));
    expect(readFileSync(path, 'utf8')).toBe(damaged);
  });

  it('does not go on with a log that is shorter than what was signed, or rewritten', async () => {
    const directory = scratchDirectory();
    await writeLog(directory, 5, 100_000);
    const path = await newestFile(directory);
    const lines = readFileSync(path, 'utf8').split('\n');
    truncateSync(path, statSync(path).size - Buffer.byteLength(`${lines.at(-2)}\n`));
    await expect(openLog(directory, { checkpointSigner: signerFor(directory) })).rejects.toThrow(refusal('truncated'));
    const unsigned = await openLog(directory);
    await unsigned.append([entry(77)]);
    await unsigned.close();
    await expect(openLog(directory, { checkpointSigner: signerFor(directory) })).rejects.toThrow(
      refusal('inconsistent-checkpoint'),
    );
  });
});

describe('one writer at a time', () => {
  it('stops when another has taken over: nothing it writes then is acknowledged or read', async () => {
    const directory = scratchDirectory();
    const old = await openLog(directory, { epoch: 5 });
    await old.append([entry(1)]);
    const fresh = await openLog(directory, { epoch: 6 });
    await expect(old.append([entry(2)])).rejects.toThrow(refusal('fenced'));
    await expect(old.append([entry(3)])).rejects.toThrow(refusal('fenced'));
    await fresh.append([entry(2)]);
    expect((await read(directory)).map(({ id }) => id).slice(1)).toEqual([idOf(1), idOf(2)]);
    expect(await verifyLog(directory)).toMatchObject({ outcome: 'intact' });
    await old.close();
    await fresh.close();
  });

  it('cannot be forked by a predecessor that was frozen between its checks and its write', async () => {
    const directory = scratchDirectory();
    const old = await openLog(directory);
    await old.append([entry(1)]);
    const file = openSync(await newestFile(directory), 'r+');
    const fresh = await openLog(directory);
    await fresh.append([entry(2)]);
    // The predecessor wakes up and writes to the file it still holds open.
    ftruncateSync(file, 10);
    closeSync(file);
    await fresh.append([entry(3)]);
    await expect(old.append([entry(4)])).rejects.toThrow(refusal('fenced'));
    expect((await read(directory)).map(({ id }) => id).slice(1)).toEqual([1, 2, 3].map(idOf));
    expect(await verifyLog(directory)).toMatchObject({ outcome: 'intact' });
    await old.close();
    await fresh.close();
  });

  it('reads past a segment that a deposed predecessor began late', async () => {
    const directory = scratchDirectory();
    const writer = await openLog(directory, { epoch: 7 });
    await writer.append(entries(1, 3));
    writeFileSync(join(directory, '000000000002.00000006.jsonl'), '{"of":"an older epoch"}\n');
    expect(await verifyLog(directory)).toMatchObject({ outcome: 'intact' });
    await writer.close();
    await (await openLog(directory, { epoch: 8 })).close();
    expect(existsSync(join(directory, '000000000002.00000006.jsonl'))).toBe(false);
  });

  it('refuses a token that is not higher than every earlier one', async () => {
    const directory = scratchDirectory();
    await (await openLog(directory, { epoch: 5 })).close();
    await expect(openLog(directory, { epoch: 5 })).rejects.toThrow(refusal('fenced'));
    await expect(openLog(directory, { epoch: 4 })).rejects.toThrow(refusal('fenced'));
  });

  it('leaves one owner when many open at once', async () => {
    const directory = scratchDirectory();
    const opened = await Promise.allSettled(Array.from({ length: 8 }, () => openLog(directory)));
    const writers = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const answers = await Promise.allSettled(writers.map((writer, at) => writer.append([entry(at)])));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await verifyLog(directory)).toMatchObject({ outcome: 'intact', head: { size: 2 } });
    await Promise.all(writers.map((writer) => writer.close()));
  });

  it.each<[string, (path: string) => void]>([
    ['longer', (path) => appendFileSync(path, 'x\n')],
    ['shorter', (path) => truncateSync(path, statSync(path).size - 1)],
    [
      'another in its last line',
      (path) =>
        writeFileSync(path, readFileSync(path, 'utf8').replace(/"status":200(?!.*"status":200)/s, '"status":201')),
    ],
  ])('refuses to write to a file that has become %s', async (_, tamper) => {
    const directory = scratchDirectory();
    const writer = await openLog(directory);
    await writer.append([entry(1)]);
    tamper(await newestFile(directory));
    await expect(writer.append([entry(2)])).rejects.toThrow(refusal('log-changed'));
    await expect(writer.append([entry(3)])).rejects.toThrow(refusal('log-changed'));
    await writer.close();
  });
});

describe('checkpoints of a writer', () => {
  it('commit to what is acknowledged, are published in the directory and made at the latest on closing', async () => {
    const directory = scratchDirectory();
    const writer = await openLog(directory, { checkpointSigner: signerFor(directory) });
    await writer.append(entries(0, 4));
    const note = await writer.checkpoint();
    expect(openCheckpoint(note, logKey)).toEqual({ origin: logKey.name, size: 5, root: writer.head().root });
    expect(readFileSync(join(directory, 'checkpoint'), 'utf8')).toBe(note);
    await writer.append(entries(4, 1));
    await writer.close();
    expect(openCheckpoint(readFileSync(join(directory, 'checkpoint'), 'utf8'), logKey).size).toBe(6);
  });

  it('need a key', async () => {
    const writer = await openLog(scratchDirectory());
    await expect(writer.checkpoint()).rejects.toThrow(refusal('no-signer'));
    await writer.close();
  });
});
