import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readStatus, type StackStatus } from './stack-status';
import { writePrivately } from '../state/state-directory';
import { StatusFile } from './status-file';

describe('the status of a stack', () => {
  let folder: string;
  let file: string;
  let full = false;
  let current: StackStatus;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-status-'));
    file = join(folder, 'status.json');
    full = false;
    current = { supervisor: { pid: process.pid, started: '1' }, stack: 'a', failure: null, children: [] };
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function statusFile(): StatusFile {
    const replace = (path: string, text: string): void => {
      if (full) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      writePrivately(path, text);
    };
    return new StatusFile(file, () => current, replace);
  }

  it('stays true while the disk is full', () => {
    const status = statusFile();
    status.write();
    full = true;
    const child = { name: 'redis', state: 'restarting', pid: null, restarts: 3, address: 'x', log: 'y' } as const;
    current = { ...current, children: [child] };
    status.write();
    expect(readStatus(file)).toEqual(current);
    current = { ...current, children: [] };
    status.write();
    expect(readStatus(file)).toEqual(current);
    expect(readFileSync(file, 'utf8')).not.toContain('redis');
  });

  it('is written as soon as there is room for it', () => {
    jest.useFakeTimers();
    full = true;
    statusFile().write();
    expect(readStatus(file)).toBeNull();
    full = false;
    jest.runOnlyPendingTimers();
    jest.useRealTimers();
    expect(readStatus(file)).toEqual(current);
  });
});
