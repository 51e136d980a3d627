import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { otherKey } from '../../test/sample-certificate';
import { logKey, writeLog } from '../../test/sample-log';
import { scratchDirectory } from '../../test/scratch-directory';
import { decodeLine, encodeLine, lineHash } from '../record/record-line';
import { listSegments } from '../log/segment/segment';
import { signCheckpoint } from '../tree/checkpoint';
import type { LogVerification } from './log-verification';
import { verifyLog } from './verify-log';
import { sampleLog } from '../../test/tampered-log';

/** The verdict on the log with one file changed; the file is put back. */
async function afterChange(
  path: string,
  content: string | Buffer,
  check: () => Promise<LogVerification>,
): Promise<LogVerification> {
  const original = readFileSync(path);
  writeFileSync(path, content);
  const found = await check();
  writeFileSync(path, original);
  return found;
}

function linesOf(text: string): string[] {
  return text.split('\n').slice(0, -1);
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** All lines from `at` on, chained anew: what somebody does who knows the format. */
function rechain(lines: readonly string[], at: number): string[] {
  const chained = lines.slice(0, at);
  for (const line of lines.slice(at)) {
    const record = decodeLine(line);
    if (record === null) throw new Error(`not a record: ${line}`);
    const before = chained.at(-1);
    chained.push(encodeLine(record, chained.length, before === undefined ? record.prev : lineHash(before)));
  }
  return chained;
}

describe('tampering by somebody who can write the files', () => {
  it.each<[string, (bytes: Buffer, at: number) => Buffer]>([
    ['changed', (bytes, at) => bytes.fill((bytes[at] ?? 0) ^ (1 << (at % 7)), at, at + 1)],
    ['dropped', (bytes, at) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])],
    ['put in, a space', (bytes, at) => Buffer.concat([bytes.subarray(0, at), Buffer.from(' '), bytes.subarray(at)])],
    [
      'swapped with the next',
      (bytes, at) =>
        Buffer.concat([
          bytes.subarray(0, at),
          bytes.subarray(at + 1, at + 2),
          bytes.subarray(at, at + 1),
          bytes.subarray(at + 2),
        ]),
    ],
  ])(
    'is caught for every single byte of the log, and located: %s',
    async (_, change) => {
      const { directory, files } = await sampleLog(2, 500, 1);
      let edits = 0;
      for (const path of files.keys()) {
        const original = readFileSync(path);
        for (let at = 0; at < original.length; at += 1) {
          const changed = change(Buffer.from(original), at);
          if (changed.equals(original)) continue;
          const found = await afterChange(path, changed, () => verifyLog(directory, { logKey }));
          if (found.outcome === 'intact' || found.where === null)
            throw new Error(`byte ${at} of ${path}: ${JSON.stringify(found)}`);
          edits += 1;
        }
      }
      expect(files.size).toBeGreaterThan(1);
      expect(edits).toBeGreaterThan(1400);
    },
    120_000,
  );

  it('is caught for every line dropped, doubled or swapped with any other', async () => {
    const { directory, files } = await sampleLog();
    const check = (): Promise<LogVerification> => verifyLog(directory, { logKey });
    for (const [path, text] of files) {
      const lines = linesOf(text);
      for (let at = 0; at < lines.length; at += 1) {
        const line = lines[at] ?? '';
        expect((await afterChange(path, textOf(lines.toSpliced(at, 1)), check)).outcome).toMatch(
          /^(edited|truncated)$/,
        );
        for (let to = 0; to <= lines.length; to += 1) {
          expect((await afterChange(path, textOf(lines.toSpliced(to, 0, line)), check)).outcome).toBe('edited');
          const other = lines[to];
          if (other === undefined || to <= at) continue;
          const swapped = await afterChange(path, textOf(lines.with(at, other).with(to, line)), check);
          expect(swapped).toMatchObject({ outcome: 'reordered', where: { line: at + 1 } });
        }
      }
    }
  });

  it('is named and located: altered, missing, put in, reordered', async () => {
    const { directory, files } = await sampleLog();
    const [path, text] = [...files].at(1) ?? ['', ''];
    const lines = linesOf(text);
    const seq = decodeLine(lines[2] ?? '')?.seq ?? -1;
    const judge = async (changed: readonly string[]): Promise<LogVerification> =>
      afterChange(path, textOf(changed), () => verifyLog(directory, { logKey }));
    expect(await judge(lines.with(2, (lines[2] ?? '').replace('"status":200', '"status":500')))).toMatchObject({
      outcome: 'edited',
      where: { seq, line: 3 },
      reason: `record ${seq} was altered: the next line names another hash`,
    });
    expect(await judge(lines.toSpliced(2, 1))).toMatchObject({
      outcome: 'edited',
      where: { seq, line: 3 },
      reason: `record ${seq} is missing`,
    });
    expect(await judge(lines.toSpliced(2, 2))).toMatchObject({
      outcome: 'edited',
      where: { seq, line: 3 },
      reason: `records ${seq} to ${seq + 1} are missing`,
    });
    expect(await judge(lines.toSpliced(2, 0, lines[1] ?? ''))).toMatchObject({
      outcome: 'edited',
      where: { seq, line: 3 },
      reason: expect.stringContaining('put in'),
    });
    expect(await judge(lines.with(2, lines[3] ?? '').with(3, lines[2] ?? ''))).toMatchObject({
      outcome: 'reordered',
      where: { seq, line: 3 },
    });
    expect(await judge(lines.with(2, (lines[2] ?? '').replace(`"seq":${seq}`, '"seq":999')))).toMatchObject({
      outcome: 'edited',
      where: { seq },
      reason: expect.stringContaining('carries number 999'),
    });
    expect(await judge(lines.with(2, '{"not":"a record"}'))).toMatchObject({
      outcome: 'edited',
      where: { seq, line: 3 },
      reason: expect.stringContaining('not a canonical record'),
    });
  });

  it('is caught when a whole segment is gone', async () => {
    const { directory, files } = await sampleLog();
    for (const [path, text] of files) {
      rmSync(path);
      expect((await verifyLog(directory, { logKey })).outcome).toBe(
        path === [...files.keys()].at(-1) ? 'truncated' : 'edited',
      );
      writeFileSync(path, text);
    }
    expect((await verifyLog(directory, { logKey })).outcome).toBe('intact');
  });

  it('is a fork when the rest was chained anew, and is found at the record where it begins', async () => {
    const directory = scratchDirectory();
    await writeLog(directory, 14, 1_000_000);
    const path = (await listSegments(directory))[0]?.path ?? '';
    const lines = linesOf(readFileSync(path, 'utf8'));
    const rewritten = textOf(rechain(lines.with(6, (lines[6] ?? '').replace('"status":200', '"status":500')), 6));
    const anchor = { checkpoint: readFileSync(join(directory, 'checkpoint'), 'utf8') };
    writeFileSync(path, rewritten);
    expect(await verifyLog(directory, { logKey })).toMatchObject({ outcome: 'forked', where: { seq: 6 } });
    rmSync(join(directory, 'tree'), { recursive: true });
    rmSync(join(directory, 'checkpoint'));
    expect(await verifyLog(directory)).toMatchObject({ outcome: 'intact' });
    expect(await verifyLog(directory, { logKey, anchor })).toMatchObject({ outcome: 'forked', where: { seq: 0 } });
    expect(await verifyLog(directory, { anchor: { seq: 14, hash: lineHash(lines[14] ?? '') } })).toMatchObject({
      outcome: 'forked',
    });
  });

  it('is caught by the signatures inside the chain although every checkpoint file is gone', async () => {
    const { directory, files } = await sampleLog();
    rmSync(join(directory, 'checkpoint'));
    rmSync(join(directory, 'tree'), { recursive: true });
    const all = [...files.values()].flatMap(linesOf);
    const forged = rechain(all.with(2, (all[2] ?? '').replace('"status":200', '"status":500')), 2);
    for (const [path, text] of files) writeFileSync(path, textOf(forged.splice(0, linesOf(text).length)));
    expect(await verifyLog(directory, { logKey })).toMatchObject({ outcome: 'forked' });
  });

  it('with newest records cut off is caught against an anchor, and not without one', async () => {
    const directory = scratchDirectory();
    await writeLog(directory, 14, 1_000_000);
    const path = (await listSegments(directory))[0]?.path ?? '';
    const lines = linesOf(readFileSync(path, 'utf8'));
    const anchor = { checkpoint: readFileSync(join(directory, 'checkpoint'), 'utf8') };
    const byLine = { seq: lines.length - 1, hash: lineHash(lines.at(-1) ?? '') };
    rmSync(join(directory, 'checkpoint'));
    for (let left = 1; left < lines.length; left += 1) {
      writeFileSync(path, textOf(lines.slice(0, left)));
      expect(await verifyLog(directory, { logKey })).toMatchObject({ outcome: 'intact', head: { size: left } });
      expect(await verifyLog(directory, { logKey, anchor })).toMatchObject({
        outcome: 'truncated',
        where: { seq: left },
      });
      expect(await verifyLog(directory, { anchor: byLine })).toMatchObject({
        outcome: 'truncated',
        where: { seq: left },
      });
    }
  });

  it('with half a line at the end is truncated, unless a writer may be at it', async () => {
    const directory = scratchDirectory();
    await writeLog(directory, 3);
    const path = (await listSegments(directory)).at(-1)?.path ?? '';
    writeFileSync(path, `${readFileSync(path, 'utf8')}{"act`);
    expect(await verifyLog(directory, { logKey })).toMatchObject({
      outcome: 'truncated',
      reason: expect.stringContaining('5 bytes'),
    });
    expect(await verifyLog(directory, { logKey, growing: true })).toMatchObject({ outcome: 'intact' });
  });

  it('is caught for a checkpoint that the log key did not sign', async () => {
    const { directory } = await sampleLog();
    const { head } = await verifyLog(directory);
    writeFileSync(join(directory, 'checkpoint'), signCheckpoint({ origin: logKey.name, ...head }, otherKey));
    expect(await verifyLog(directory, { logKey })).toMatchObject({
      outcome: 'edited',
      where: { segment: 'checkpoint' },
    });
    expect(
      await verifyLog(directory, { logKey: [logKey, { ...logKey, publicKey: otherKey.publicKey }] }),
    ).toMatchObject({ outcome: 'intact' });
  });

  it('is not looked for with an anchor that the log key did not sign', async () => {
    const { directory } = await sampleLog();
    const anchor = { checkpoint: signCheckpoint({ origin: logKey.name, size: 1, root: '00'.repeat(32) }, otherKey) };
    await expect(verifyLog(directory, { logKey, anchor })).rejects.toThrow(
      expect.objectContaining({ code: 'untrusted-note' }),
    );
    await expect(verifyLog(scratchDirectory())).rejects.toThrow(expect.objectContaining({ code: 'not-found' }));
  });
});
