import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { readConfig } from './config';
import { status } from './status';

describe('the status of a stack', () => {
  let state: string;
  beforeEach(() => {
    state = mkdtempSync(join(tmpdir(), 'status-'));
  });
  afterEach(() => rmSync(state, { recursive: true }));

  async function printed(): Promise<string> {
    const out = new PassThrough();
    await status(readConfig('/', { SVC_STATE_DIR: state }), out, false);
    return String(out.read());
  }

  it('names the stored objects that are damaged', async () => {
    const object = 'a'.repeat(64);
    expect(await printed()).not.toContain('damaged');
    mkdirSync(join(state, 'warehouse/quarantine'), { recursive: true });
    writeFileSync(join(state, 'warehouse/quarantine', `${object}.json`), '{}');
    expect(await printed()).toContain(`Stored objects: 1 damaged and refused: ${object}`);
  });
});
