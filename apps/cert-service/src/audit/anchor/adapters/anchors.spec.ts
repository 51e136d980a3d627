import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Anchor, AnchorDestination } from '../anchor.ports';
import { AnchorDirectory } from './anchor-directory';
import { AnchorFile } from './anchor-file';

const root = (digit: string): string => digit.repeat(64);

/** A note as the log signs it; destinations do not judge signatures. */
function anchor(size: number, digit: string): Anchor {
  const text = `test/audit\n${size}\n${Buffer.from(root(digit), 'hex').toString('base64')}\n`;
  return { id: `id-${size}`, note: `${text}\n— test/audit ${Buffer.from(`key ${digit}`).toString('base64')}\n`, origin: 'test/audit', size, root: root(digit), at: '2026-01-01T00:00:00Z' };
}

describe('where checkpoints are kept', () => {
  let directory: string;
  beforeEach(() => { directory = mkdtempSync(join(tmpdir(), 'svc-anchor-')); });
  afterEach(() => { rmSync(directory, { recursive: true }); });
  const kept = (): string[] => readdirSync(directory).sort();

  const places: readonly [string, () => AnchorDestination][] = [
    ['a file', () => new AnchorFile(join(directory, 'anchor.note'))],
    ['a folder', () => new AnchorDirectory(directory)],
  ];

  it.each(places)('%s takes a checkpoint, and the same one again', async (_, open) => {
    await open().publish(anchor(7, 'a'));
    await open().publish(anchor(7, 'a'));
    expect(kept()).toHaveLength(1);
    expect(readFileSync(join(directory, kept()[0] ?? ''), 'utf8')).toBe(anchor(7, 'a').note);
  });

  it.each(places)('%s refuses another log of the same size, and keeps what it has', async (_, open) => {
    await open().publish(anchor(7, 'a'));
    await expect(open().publish(anchor(7, 'b'))).rejects.toThrow(/forked/);
    expect(readFileSync(join(directory, kept()[0] ?? ''), 'utf8')).toBe(anchor(7, 'a').note);
  });

  it('a file holds the newest, in whatever order they come', async () => {
    const file = new AnchorFile(join(directory, 'anchor.note'));
    for (const size of [5, 9, 7]) await file.publish(anchor(size, 'a'));
    expect(readFileSync(join(directory, 'anchor.note'), 'utf8')).toBe(anchor(9, 'a').note);
  });

  it('a file that holds something else is not overwritten', async () => {
    writeFileSync(join(directory, 'anchor.note'), 'the shopping list');
    await expect(new AnchorFile(join(directory, 'anchor.note')).publish(anchor(5, 'a'))).rejects.toThrow(/note/);
    expect(readFileSync(join(directory, 'anchor.note'), 'utf8')).toBe('the shopping list');
  });

  it('a folder holds all of them, also when two come at once', async () => {
    const folder = new AnchorDirectory(directory);
    await Promise.all([9, 5, 9, 7].map((size) => folder.publish(anchor(size, 'a'))));
    expect(kept()).toEqual(['000000000005.note', '000000000007.note', '000000000009.note']);
  });
});
