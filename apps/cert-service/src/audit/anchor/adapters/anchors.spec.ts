import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BucketServer } from '../../../../test/audit/bucket-server';
import type { Anchor, AnchorDestination } from '../anchor.ports';
import { AnchorBucket } from './anchor-bucket';
import { AnchorDirectory } from './anchor-directory';
import { AnchorFile } from './anchor-file';

const root = (digit: string): string => digit.repeat(64);

/** A note as the log signs it; destinations do not judge signatures. */
function anchor(size: number, digit: string): Anchor {
  const text = `test/audit\n${size}\n${Buffer.from(root(digit), 'hex').toString('base64')}\n`;
  return {
    id: `id-${size}`,
    note: `${text}\n— test/audit ${Buffer.from(`key ${digit}`).toString('base64')}\n`,
    origin: 'test/audit',
    size,
    root: root(digit),
    at: '2026-01-01T00:00:00Z',
  };
}

describe('where checkpoints are kept', () => {
  let directory: string;
  let store: BucketServer;
  beforeAll(async () => {
    store = await BucketServer.start();
  });
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'svc-anchor-'));
  });
  afterEach(() => {
    rmSync(directory, { recursive: true });
    store.objects.clear();
    store.scopes.length = 0;
    store.refusal = null;
  });
  afterAll(() => store.stop());

  const bucket = (): AnchorBucket =>
    new AnchorBucket({
      url: 's3://evidence/svc/audit',
      endpoint: store.url,
      region: 'eu-north-1',
      key: 'writer:se:cr/et',
    });
  /** Names and texts, in order. */
  const files = (): string[][] =>
    readdirSync(directory)
      .sort()
      .map((name) => [name, readFileSync(join(directory, name), 'utf8')]);
  const objects = (): string[][] => [...store.objects].sort();

  const places: readonly [string, () => AnchorDestination, () => string[][]][] = [
    ['a file', () => new AnchorFile(join(directory, 'anchor.note')), files],
    ['a folder', () => new AnchorDirectory(directory), files],
    ['a bucket', bucket, objects],
  ];

  it.each(places)('%s takes a checkpoint, and the same one again', async (_, open, kept) => {
    await open().publish(anchor(7, 'a'));
    await open().publish(anchor(7, 'a'));
    expect(kept()).toEqual([[expect.any(String), anchor(7, 'a').note]]);
  });

  it.each(places)('%s refuses another log of the same size, and keeps what it has', async (_, open, kept) => {
    await open().publish(anchor(7, 'a'));
    await expect(open().publish(anchor(7, 'b'))).rejects.toThrow(/forked/);
    expect(kept()).toEqual([[expect.any(String), anchor(7, 'a').note]]);
  });

  it.each(places.slice(1))('%s holds all of them, also when two come at once', async (_, open, kept) => {
    const place = open();
    await Promise.all([9, 5, 9, 7].map((size) => place.publish(anchor(size, 'a'))));
    expect(kept().map(([name]) => name?.split('/').at(-1))).toEqual([
      '000000000005.note',
      '000000000007.note',
      '000000000009.note',
    ]);
  });

  it('a file holds the newest, whatever the order of arrival', async () => {
    const file = new AnchorFile(join(directory, 'anchor.note'));
    for (const size of [5, 9, 7]) await file.publish(anchor(size, 'a'));
    expect(readFileSync(join(directory, 'anchor.note'), 'utf8')).toBe(anchor(9, 'a').note);
  });

  it('a file with other content is not overwritten', async () => {
    writeFileSync(join(directory, 'anchor.note'), 'the shopping list');
    await expect(new AnchorFile(join(directory, 'anchor.note')).publish(anchor(5, 'a'))).rejects.toThrow(/note/);
    expect(readFileSync(join(directory, 'anchor.note'), 'utf8')).toBe('the shopping list');
  });

  it('a bucket is addressed by path at its own endpoint, and asked under the key and region given', async () => {
    await bucket().publish(anchor(7, 'a'));
    expect([...store.objects.keys()]).toEqual(['evidence/svc/audit/000000000007.note']);
    expect(store.scopes).toEqual([expect.stringMatching(/^writer\/\d{8}\/eu-north-1\/s3$/)]);
  });

  it('a bucket that refuses does not count as one that has it', async () => {
    store.refusal = { status: 403, code: 'AccessDenied' };
    await expect(bucket().publish(anchor(7, 'a'))).rejects.toMatchObject({ name: 'AccessDenied' });
    store.refusal = null;
    await bucket().publish(anchor(7, 'a'));
    expect(store.objects.size).toBe(1);
  });

  it('no client of an object store is loaded before a checkpoint comes', () => {
    const loaded = execFileSync(
      process.execPath,
      [
        '-r',
        join(__dirname, '../../../../test/run-typescript.js'),
        '-e',
        `
      new (require(${JSON.stringify(join(__dirname, 'anchor-bucket.ts'))}).AnchorBucket)({ url: 's3://evidence', region: 'eu-north-1' });
      process.stdout.write(String(Object.keys(require.cache).filter((it) => it.includes('@aws-sdk')).length));`,
      ],
      { encoding: 'utf8' },
    );
    expect(loaded).toBe('0');
  });
});
