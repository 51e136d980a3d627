import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderOfThisProcess } from '@svc/runner';
import { OracleScratch } from './oracle-scratch';

describe('the scratch of the oracle', () => {
  let parent: string;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'oracle-scratch-'));
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  it('is rid of what a killed service left as soon as the next one starts, and goes with its service', async () => {
    const dead = join(parent, `${hostname()}_4194305_1`);
    mkdirSync(join(dead, 'child'), { recursive: true });
    writeFileSync(join(dead, 'child', 'rows'), 'rows of a run');
    const own = join(parent, folderOfThisProcess());
    const walls = { bubblewrap: '/usr/bin/bwrap', code: [], scratch: own };
    const settings = { program: '', memoryMb: 1, timeoutMs: 1, mostRows: 1, walls };
    const scratch = new OracleScratch(settings, { now: () => new Date() }, { warn: () => undefined });
    await scratch.onApplicationBootstrap();
    expect([existsSync(dead), existsSync(own)]).toEqual([false, true]);
    await scratch.onApplicationShutdown();
    expect(existsSync(own)).toBe(false);
  });
});
