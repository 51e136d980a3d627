import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '@svc/testing';
import { HostProcess } from './host-process';
import { DEFAULT_LIMITS } from '../limits';

describe('a host that is cancelled while it starts', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-host-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** As bubblewrap looks before its child has heard from it: the child waits, and holds the pipes. */
  it('ends with every process it had started', async () => {
    const started = path.join(folder, 'started');
    const cancelled = new AbortController();
    const ending = HostProcess.run({
      command: ['sh', '-c', 'sh -c \'touch "$0"; exec sleep infinity\' "$0" & wait', started],
      seccomp: Buffer.alloc(0),
      limits: DEFAULT_LIMITS,
      output: null,
      order: { type: 'describe', files: {}, inputs: {} },
      take: () => Promise.reject(new Error('nothing is taken')),
      signal: cancelled.signal,
      onFrame: () => undefined,
    });
    await eventually(() => existsSync(started));
    cancelled.abort();
    expect(await ending).toMatchObject({ cause: { kind: 'cancelled' } });
  });
});
