import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { casesOf } from '@svc/testing';
import { entries, entry, openLog, writeLog } from '../../test/sample-log';
import { scratchDirectory } from '../../test/scratch-directory';
import type { AuditRecord } from '../record/audit-record';
import { BLOCK_ENTRY_BYTES } from './segment/block';
import { indexPath, readBlockIndex } from './segment/block-index';
import { readRecords, type RecordQuery } from './read-records';
import { listSegments } from './segment/segment';

async function read(directory: string, query: RecordQuery = {}): Promise<AuditRecord[]> {
  const records: AuditRecord[] = [];
  for await (const record of readRecords(directory, query)) records.push(record);
  return records;
}

/** What a query means, without index or files. */
function answers(record: AuditRecord, query: RecordQuery): boolean {
  const { after = -1, before = Infinity, from = '0', to = '9' } = query;
  const wanted: [string | undefined, string | undefined][] = [
    [query.actor, record.actor],
    [query.action, record.action],
    [query.targetType, record.target?.type],
    [query.targetName, record.target?.name],
  ];
  return (
    record.seq > after &&
    record.seq < before &&
    record.at >= from &&
    record.at < to &&
    wanted.every(([asked, is]) => asked === undefined || asked === is)
  );
}

const time = fc.nat(2000).map((seconds) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString());
const query: fc.Arbitrary<RecordQuery> = fc.record(
  {
    actor: fc.constantFrom('user-0', 'user-6', 'rare', 'nobody', 'svc:audit-log'),
    action: fc.constantFrom('metric.query', 'certificate.get', 'log.segment'),
    targetType: fc.constantFrom('certificate', 'metric'),
    targetName: fc.constantFrom('derivation_0', 'derivation_4'),
    from: time,
    to: time,
    after: fc.nat(2000),
    before: fc.nat(2000),
    limit: fc.nat(30),
    order: fc.constantFrom('newest', 'oldest'),
  },
  { requiredKeys: [] },
);

describe('reading records', () => {
  it('gives what the query asks for, in its order, as a scan of all lines would', async () => {
    const directory = scratchDirectory();
    await writeLog(directory, 1500, 100_000);
    const writer = await openLog(directory, { segmentBytes: 100_000 });
    await writer.append([entry(3000, { actor: 'rare', target: null }), ...entries(1500, 20)]);
    const all = await read(directory, { order: 'oldest' });
    expect(all.map(({ seq }) => seq)).toEqual(all.map((_, at) => at));
    await fc.assert(
      fc.asyncProperty(query, async (asked) => {
        const expected = all.filter((record) => answers(record, asked));
        if (asked.order !== 'oldest') expected.reverse();
        expect(await read(directory, asked)).toEqual(expected.slice(0, asked.limit));
      }),
      { numRuns: casesOf(150) },
    );
    await writer.close();
  });

  it('skips the blocks that cannot answer', async () => {
    const directory = scratchDirectory();
    const writer = await openLog(directory);
    await writer.append(entries(0, 2000));
    await writer.append([entry(5000, { actor: 'rare' })]);
    await writer.append(entries(2000, 2000));
    await writer.close();
    const [segment] = await listSegments(directory);
    if (segment === undefined) throw new Error('there is no segment');
    // Blocks that cannot answer are made unreadable: whoever reads them stumbles.
    const found = (await read(directory, { actor: 'rare' }))[0]?.seq ?? 0;
    const lines = readFileSync(segment.path);
    for (const block of readBlockIndex(segment)) {
      if (found < block.firstSeq || found >= block.firstSeq + block.lines)
        lines.fill('x', block.offset, block.offset + block.length - 1);
    }
    writeFileSync(segment.path, lines);
    expect((await read(directory, { actor: 'rare', before: 4000 })).map(({ seq }) => seq)).toEqual([found]);
    await expect(read(directory, { actor: 'user-1', before: 4000 })).rejects.toThrow();
  });

  it('finds everything although the index is gone, cut or damaged', async () => {
    const directory = scratchDirectory();
    const writer = await openLog(directory);
    await writer.append(entries(0, 3000));
    await writer.close();
    const expected = await read(directory, { actor: 'user-3' });
    expect(expected).toHaveLength(429);
    const [segment] = await listSegments(directory);
    const path = segment === undefined ? '' : indexPath(segment);
    const index = readFileSync(path);
    expect(index.length).toBeGreaterThan(5 * BLOCK_ENTRY_BYTES);
    for (const damage of [
      Buffer.alloc(0),
      index.subarray(0, 2 * BLOCK_ENTRY_BYTES + 7),
      Buffer.from(index).fill(0, 1500, 1600),
    ]) {
      writeFileSync(path, damage);
      expect(await read(directory, { actor: 'user-3' })).toEqual(expected);
    }
    truncateSync(path);
    expect(await read(directory, { actor: 'user-3', limit: 2, after: 10 })).toEqual(expected.slice(0, 2));
  });

  it('sees what a writer has acknowledged while it goes on', async () => {
    const directory = scratchDirectory();
    const writer = await openLog(directory, { segmentBytes: 2000 });
    for (let at = 0; at < 20; at += 1) {
      const [answer] = await writer.append([entry(at)]);
      expect((await read(directory, { limit: 1 }))[0]?.seq).toBe(answer?.seq);
    }
    await writer.close();
  });

  it.each(['newest', 'oldest'] as const)(
    'goes on, %s first, when a writer takes over while it reads',
    async (order) => {
      const directory = scratchDirectory();
      const first = await openLog(directory);
      await first.append(entries(0, 1000));
      await first.close();
      const seen: number[] = [];
      for await (const { seq } of readRecords(directory, { order })) {
        if (seen.length === 300) await (await openLog(directory)).close();
        seen.push(seq);
      }
      const all = Array.from({ length: 1001 }, (_, seq) => seq);
      expect(seen).toEqual(order === 'oldest' ? all : all.toReversed());
      await expect(read(`${directory}/nowhere`)).rejects.toThrow('ENOENT');
    },
  );

  it('compares times whatever number of digits their seconds have', async () => {
    const directory = scratchDirectory();
    const writer = await openLog(directory);
    const times = [
      '2026-01-01T00:00:00Z',
      '2026-01-01T00:00:00.000001Z',
      '2026-01-01T00:00:00.5Z',
      '2026-01-01T00:00:01Z',
    ];
    await writer.append(times.map((at, number) => entry(number, { at, actor: 'a' })));
    await writer.close();
    const found = await read(directory, {
      actor: 'a',
      from: '2026-01-01T00:00:00.000001Z',
      to: '2026-01-01T00:00:01.000Z',
      order: 'oldest',
    });
    expect(found.map(({ at }) => at)).toEqual(times.slice(1, 3));
    await expect(read(directory, { from: 'yesterday' })).rejects.toThrow(RangeError);
  });
});
