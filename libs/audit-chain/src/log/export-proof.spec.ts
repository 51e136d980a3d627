import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { otherKey } from '../../test/sample-certificate';
import { logKey, openLog, signerFor, writeLog, entries, entry } from '../../test/sample-log';
import { scratchDirectory } from '../../test/scratch-directory';
import { openCheckpoint } from '../tree/checkpoint';
import { verifyProof } from '../tree/tlog-proof';
import { verifyConsistency } from '../tree/verify-proof';
import { verifyLog } from '../verify/verify-log';
import { exportConsistency, exportProof } from './export-proof';
import { pruneLog } from './prune-log';
import { readPruned } from './pruned';
import { listSegments } from './segment/segment';

function refusal(code: string): Error {
  return expect.objectContaining({ name: 'LogError', code });
}

async function signedLog(count: number): Promise<string> {
  const directory = scratchDirectory();
  await writeLog(directory, count);
  return directory;
}

describe('the proof of a record', () => {
  it('shows for every record, with the log key alone, that the log holds it', async () => {
    const directory = await signedLog(60);
    for (let seq = 0; seq < 60; seq += 1) {
      const proof = await exportProof(directory, seq);
      expect(verifyProof(proof, logKey)).toMatchObject({
        outcome: 'included',
        record: { seq },
        checkpoint: { origin: logKey.name },
      });
    }
  });

  it('is C2SP tlog-proof text that carries the line', async () => {
    const directory = await signedLog(5);
    const [header, extra, index, ...rest] = (await exportProof(directory, 2)).split('\n');
    const line = readFileSync((await listSegments(directory))[0]?.path ?? '', 'utf8').split('\n')[2];
    expect([header, extra, index]).toEqual([
      'c2sp.org/tlog-proof@v1',
      `extra ${Buffer.from(line ?? '').toString('base64')}`,
      'index 2',
    ]);
    expect(rest.slice(3).join('\n')).toBe(`\n${readFileSync(join(directory, 'checkpoint'), 'utf8')}`);
  });

  it('is refused with any character changed, and under another key', async () => {
    const proof = await exportProof(await signedLog(9), 4);
    expect(verifyProof(proof, { ...logKey, publicKey: otherKey.publicKey }).outcome).toBe('invalid');
    for (let at = 0; at < proof.length; at += 1) {
      const changed = proof.slice(0, at) + (proof[at] === 'A' ? 'B' : 'A') + proof.slice(at + 1);
      expect(verifyProof(changed, logKey).outcome).toBe('invalid');
    }
  });

  it('is refused when line, position or hashes are those of another record', async () => {
    const directory = await signedLog(9);
    const [a, b] = [(await exportProof(directory, 3)).split('\n'), (await exportProof(directory, 4)).split('\n')];
    for (const part of [1, 2, 3])
      expect(verifyProof(a.with(part, b[part] ?? '').join('\n'), logKey).outcome).toBe('invalid');
    for (const text of ['', 'c2sp.org/tlog-proof@v1\n\n', `${a.join('\n')}\n${'x'.repeat(10)}`])
      expect(verifyProof(text, logKey).outcome).toBe('invalid');
  });

  it('does not exist for a record that is not there, or not yet under a checkpoint', async () => {
    const directory = await signedLog(5);
    await expect(exportProof(directory, 6)).rejects.toThrow(refusal('not-found'));
    await expect(exportProof(directory, -1)).rejects.toThrow(refusal('not-found'));
    const unsigned = scratchDirectory();
    await (await openLog(unsigned)).close();
    await expect(exportProof(unsigned, 0)).rejects.toThrow(refusal('not-found'));
  });

  it('is not made from a line or a tree that the checkpoint does not commit to', async () => {
    const directory = await signedLog(5);
    truncateSync(join(directory, 'tree/level-00.hashes'));
    await expect(exportProof(directory, 1)).rejects.toThrow(refusal('log-damaged'));
  });
});

describe('growth between two checkpoints', () => {
  it('is proven by a consistency proof', async () => {
    const directory = scratchDirectory();
    const writer = await openLog(directory, { checkpointSigner: signerFor(directory) });
    await writer.append(entries(0, 10));
    const old = openCheckpoint(await writer.checkpoint(), logKey);
    await writer.append(entries(10, 13));
    const now = openCheckpoint(await writer.checkpoint(), logKey);
    await writer.close();
    const proof = await exportConsistency(directory, old.size, now.size);
    expect(verifyConsistency(old.size, now.size, proof, old.root, now.root)).toBe(true);
    await expect(exportConsistency(directory, now.size, old.size)).rejects.toThrow(refusal('not-found'));
  });
});

describe('retention', () => {
  it('removes sealed segments and keeps what verification needs of them', async () => {
    const directory = await signedLog(80);
    const early = readFileSync(join(directory, 'checkpoint'), 'utf8');
    const whole = await verifyLog(directory, { logKey });
    const segments = await listSegments(directory);
    const report = await pruneLog(directory, { before: (segments[3]?.firstSeq ?? 0) + 2 });
    expect(report).toEqual({ removed: segments.slice(0, 3).map(({ name }) => name), firstSeq: segments[3]?.firstSeq });
    expect(await verifyLog(directory, { logKey })).toMatchObject({
      outcome: 'intact',
      head: whole.head,
      vouchedSize: whole.head.size,
      reason: expect.stringContaining(`the first ${report.firstSeq} were pruned`),
    });
    expect(await verifyLog(directory, { logKey, anchor: { checkpoint: early } })).toMatchObject({ outcome: 'intact' });
    await expect(exportProof(directory, 3)).rejects.toThrow(refusal('not-found'));
    expect(verifyProof(await exportProof(directory, report.firstSeq), logKey).outcome).toBe('included');
    const writer = await openLog(directory, { checkpointSigner: signerFor(directory) });
    await writer.append([entry(1000)]);
    await writer.close();
    expect(await verifyLog(directory, { logKey, anchor: { checkpoint: early } })).toMatchObject({ outcome: 'grown' });
  });

  it('connects what is left with an anchor from before', async () => {
    const directory = scratchDirectory();
    const writer = await openLog(directory, { checkpointSigner: signerFor(directory), segmentBytes: 4000 });
    await writer.append(entries(0, 5));
    const early = await writer.checkpoint();
    for (let at = 5; at < 80; at += 5) await writer.append(entries(at, 5));
    await writer.close();
    await pruneLog(directory, { before: 40 });
    await expect(verifyLog(directory, { anchor: { seq: 3, hash: '00'.repeat(32) } })).rejects.toThrow(
      refusal('not-found'),
    );
    expect(await verifyLog(directory, { logKey, anchor: { checkpoint: early } })).toMatchObject({ outcome: 'grown' });
    rmSync(join(directory, 'tree'), { recursive: true });
    expect(await verifyLog(directory, { logKey, anchor: { checkpoint: early } })).toMatchObject({ outcome: 'forked' });
  });

  it('never removes the segment that is being written, nor one with a record to keep', async () => {
    const directory = await signedLog(30);
    const last = (await listSegments(directory)).at(-1);
    expect((await pruneLog(directory, { before: 1_000_000 })).firstSeq).toBe(last?.firstSeq);
    expect((await pruneLog(directory, { before: 0 })).removed).toEqual([]);
    await expect(pruneLog(scratchDirectory(), { before: 1 })).rejects.toThrow(refusal('not-found'));
  });

  it('is caught when it is faked', async () => {
    const directory = await signedLog(80);
    const report = await pruneLog(directory, { before: 40 });
    const path = join(directory, 'pruned.json');
    const pruned = await readPruned(directory);
    writeFileSync(path, JSON.stringify({ ...pruned, subtrees: pruned?.subtrees.map(() => '00'.repeat(32)) }));
    expect(await verifyLog(directory, { logKey })).toMatchObject({ outcome: 'forked' });
    writeFileSync(path, JSON.stringify({ ...pruned, hash: '00'.repeat(32) }));
    expect(await verifyLog(directory, { logKey })).toMatchObject({
      outcome: 'edited',
      where: { seq: report.firstSeq },
    });
    for (const damaged of [
      '{',
      JSON.stringify({ ...pruned, subtrees: [] }),
      JSON.stringify({ ...pruned, size: 'many' }),
    ]) {
      writeFileSync(path, damaged);
      expect(await verifyLog(directory, { logKey })).toMatchObject({
        outcome: 'edited',
        where: { segment: 'pruned.json' },
      });
    }
    rmSync(path);
    expect(await verifyLog(directory, { logKey })).toMatchObject({ outcome: 'edited', where: { seq: 0 } });
  });
});
