import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompiledLibrary } from '../../test/compiled-library';
import { entries, entry, logKey, openLog, signerFor } from '../../test/sample-log';
import { scratchDirectory } from '../../test/scratch-directory';
import { listSegments } from '../log/segment/segment';
import { verifyLog } from './verify-log';
import { sampleLog } from '../../test/tampered-log';

describe('a log that nobody touched', () => {
  it('is intact, with the head that its writer had, and vouched for as far as its key signed', async () => {
    const directory = scratchDirectory();
    const writer = await openLog(directory, { checkpointSigner: signerFor(directory), segmentBytes: 3000 });
    for (let at = 0; at < 40; at += 4) await writer.append(entries(at, 4));
    const head = writer.head();
    await writer.close();
    expect(await verifyLog(directory, { logKey })).toEqual({
      outcome: 'intact',
      reason: expect.any(String),
      where: null,
      head,
      vouchedSize: head.size,
    });
    expect(await verifyLog(directory)).toMatchObject({ outcome: 'intact', vouchedSize: 0 });
  });

  it('is intact wherever it is copied to, without what is derived', async () => {
    const { directory } = await sampleLog();
    const copy = scratchDirectory();
    cpSync(directory, copy, { recursive: true });
    rmSync(join(copy, 'tree'), { recursive: true });
    for (const name of readdirSync(copy).filter((each) => each.endsWith('.index'))) rmSync(join(copy, name));
    expect(await verifyLog(copy, { logKey })).toEqual(await verifyLog(directory, { logKey }));
  });

  it('has grown when it is longer than the anchor, by checkpoint or by line', async () => {
    const directory = scratchDirectory();
    const writer = await openLog(directory, { checkpointSigner: signerFor(directory) });
    await writer.append(entries(0, 5));
    const anchor = { checkpoint: await writer.checkpoint() };
    const { size, hash } = writer.head();
    expect(await verifyLog(directory, { logKey, anchor })).toMatchObject({ outcome: 'intact' });
    await writer.append(entries(5, 2));
    expect(await verifyLog(directory, { logKey, anchor })).toMatchObject({
      outcome: 'grown',
      where: null,
      vouchedSize: size,
    });
    expect(await verifyLog(directory, { anchor: { seq: size - 1, hash } })).toMatchObject({ outcome: 'grown' });
    await writer.close();
  });

  it('is the same in one thread and in ranges that begin inside lines', async () => {
    const directory = scratchDirectory();
    const writer = await openLog(directory, { checkpointSigner: signerFor(directory), segmentBytes: 6_000_000 });
    for (let at = 0; at < 16_000; at += 4000) await writer.append(entries(at, 4000));
    const head = writer.head();
    await writer.close();
    expect(await verifyLog(directory, { logKey, threads: 2 })).toMatchObject({ outcome: 'intact', head });
  });
});

describe('a long log', () => {
  it('is found the same by threads as by one', async () => {
    const library = CompiledLibrary.create();
    try {
      const directory = scratchDirectory();
      const writer = await openLog(directory, { checkpointSigner: signerFor(directory), segmentBytes: 9_000_000 });
      for (let at = 0; at < 28_000; at += 4000) await writer.append(entries(at, 4000));
      await writer.close();
      const byThreads = (): unknown =>
        JSON.parse(execFileSync(process.execPath, [library.child('verify-log'), directory, '2']).toString());
      expect(byThreads()).toEqual({ ...(await verifyLog(directory, { logKey })), threads: 2 });
      const path = (await listSegments(directory))[0]?.path ?? '';
      const bytes = readFileSync(path);
      bytes[5_000_000] = (bytes[5_000_000] ?? 0) ^ 1;
      writeFileSync(path, bytes);
      expect(byThreads()).toEqual({ ...(await verifyLog(directory, { logKey })), threads: 2 });
      expect(byThreads()).toMatchObject({ outcome: 'edited' });
    } finally {
      library.remove();
    }
  });
});

describe('a signer and a log that fit', () => {
  it('go on after any number of restarts', async () => {
    const directory = scratchDirectory();
    for (let round = 0; round < 6; round += 1) {
      const writer = await openLog(directory, { checkpointSigner: signerFor(directory), segmentBytes: 2000 });
      await writer.append([entry(2 * round), entry(2 * round + 1)]);
      await writer.close();
      expect(await verifyLog(directory, { logKey })).toMatchObject({ outcome: 'intact' });
    }
  });
});
