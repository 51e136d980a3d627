import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastLines } from './log-tail';

describe('the last words of a log', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-log-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are what happened, without where in the code', () => {
    const file = join(folder, 'log');
    writeFileSync(file, `${'old\n'.repeat(10_000)}taking requests\ncannot start: no database\n    at open (/x.js:1:2)\n    at main (/y.js:3:4)\n`);
    expect(lastLines(file, 2)).toBe('taking requests\ncannot start: no database');
  });

  it('are nothing where there is no log', () => {
    expect(lastLines(join(folder, 'absent'))).toBe('');
  });
});
