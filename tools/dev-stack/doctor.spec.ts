import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from './config';
import { examine, missingWalls } from './doctor';

describe('what the doctor says of walls', () => {
  it('names the mechanism that limits sandboxes, as the service last found it', async () => {
    const state = mkdtempSync(join(tmpdir(), 'doctor-'));
    try {
      mkdirSync(join(state, 'log'));
      const said = (msg: string): string => `${JSON.stringify({ level: 30, msg })}\n`;
      writeFileSync(
        join(state, 'log', 'compute.log'),
        said('No cgroup limits sandboxes (x): …') +
          said('listening') +
          said('Sandboxes are limited by cgroup v1 (memory).'),
      );
      const findings = await examine(readConfig('/nowhere', { SVC_STATE_DIR: state }));
      expect(findings).toContainEqual({ fine: 'Limits: Sandboxes are limited by cgroup v1 (memory).' });
    } finally {
      rmSync(state, { recursive: true });
    }
  });

  it('names the walls that are missing', () => {
    expect(missingWalls('x64', {})).toEqual([]);
    expect(missingWalls('arm64', {})).toEqual([{ fine: expect.stringContaining('cannot be shifted') }]);
    expect(missingWalls('riscv64', { SVC_WORKER_ISOLATION: 'none' })).toEqual([
      { wrong: expect.stringContaining('without walls'), nextStep: expect.any(String) },
      { wrong: expect.stringContaining('system-call filter'), nextStep: expect.any(String) },
    ]);
  });
});
