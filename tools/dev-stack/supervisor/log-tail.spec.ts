import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastLines } from './log-tail';
import { rotateLog } from './rotate-log';

describe('the last words of a log', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-log-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are what happened, without where in the code', () => {
    const file = join(folder, 'log');
    writeFileSync(
      file,
      `${'old\n'.repeat(10_000)}taking requests\ncannot start: no database\n    at open (/x.js:1:2)\n    at main (/y.js:3:4)\n`,
    );
    expect(lastLines(file, 2)).toBe('taking requests\ncannot start: no database');
  });

  it('are nothing where there is no log', () => {
    expect(lastLines(join(folder, 'absent'))).toBe('');
  });
});

describe('a log that somebody appends to', () => {
  it('moves aside when it is too long, and goes on from nothing', () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-log-'));
    const file = join(folder, 'log');
    const handle = openSync(file, 'a');
    writeSync(handle, 'first\n');
    rotateLog(file, 6);
    expect(existsSync(`${file}.1`)).toBe(false);
    writeSync(handle, 'second\n');
    rotateLog(file, 6);
    writeSync(handle, 'third\n');
    closeSync(handle);
    expect(readFileSync(`${file}.1`, 'utf8')).toBe('first\nsecond\n');
    expect(readFileSync(file, 'utf8')).toBe('third\n');
    rmSync(folder, { recursive: true });
  });
});
