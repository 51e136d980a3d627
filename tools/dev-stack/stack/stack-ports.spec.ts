import { createServer, type Server } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@svc/testing';
import { identify } from '../supervisor/process-identity';
import { Refusal } from '../refusal';
import { choosePorts, PortTaken, retryWithOtherPorts } from './stack-ports';
import { untilReady } from '../supervisor/supervisor-process';
import { makeStateDirectory, stateDirectory } from '../state/state-directory';

describe('the ports of a stack', () => {
  let folder: string;
  let file: string;
  const open: Server[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-ports-'));
    file = join(folder, 'ports.json');
  });
  afterEach(() => {
    for (const server of open.splice(0)) server.close();
    rmSync(folder, { recursive: true });
  });

  function occupy(port: number): Promise<void> {
    return new Promise((resolve) => {
      const server = createServer().listen(port, '127.0.0.1', resolve);
      open.push(server);
    });
  }

  it('stay the same from one start to the next', async () => {
    const first = await choosePorts(file, ['postgres', 'cert'], undefined);
    expect(await choosePorts(file, ['postgres', 'cert'], undefined)).toEqual(first);
    expect(new Set(Object.values(first)).size).toBe(2);
  });

  it('are others where somebody took one meanwhile', async () => {
    const first = await choosePorts(file, ['postgres', 'cert'], undefined);
    await occupy(first['postgres'] ?? 0);
    const second = await choosePorts(file, ['postgres', 'cert'], undefined);
    expect(second['postgres']).not.toBe(first['postgres']);
    expect(second['cert']).toBe(first['cert']);
  });

  it('are chosen again when somebody takes one between its choice and its use', async () => {
    const used: (number | undefined)[] = [];
    let cleared = 0;
    const start = async (): Promise<number | undefined> => {
      const { cert } = await choosePorts(file, ['cert'], undefined);
      used.push(cert);
      if (used.length > 1) return cert;
      await occupy(cert ?? 0);
      throw new PortTaken('cert: another process has taken its port.', 'Run ./svc up again.');
    };
    expect(await retryWithOtherPorts(start, async () => (cleared += 1))).toBe(used[1]);
    expect(used[1]).not.toBe(used[0]);
    expect(cleared).toBe(1);
  });

  it('count as taken when a child says so while it starts', async () => {
    const state = stateDirectory(folder);
    makeStateDirectory(state);
    const log = join(folder, 'cert.log');
    writeFileSync(log, 'Error: listen EADDRINUSE: address already in use 127.0.0.1:5001\n    at somewhere\n');
    const cert = { name: 'cert', state: 'restarting', pid: null, restarts: 0, address: 'http://127.0.0.1:5001', log };
    const supervisor = identify(process.pid);
    writeFileSync(state.statusFile, JSON.stringify({ supervisor, stack: 'x', failure: null, children: [cert] }));
    await expect(
      untilReady(
        state,
        1,
        () => false,
        () => undefined,
      ),
    ).rejects.toThrow(PortTaken);
  });

  it('give the gateway the one that was asked for', async () => {
    const port = await freePort();
    expect(await choosePorts(file, ['gateway'], port)).toEqual({ gateway: port });
  });

  it('refuse one that was asked for and is busy, with the next step', async () => {
    const port = await freePort();
    await occupy(port);
    const refusal = await choosePorts(file, ['gateway'], port).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({
      message: `Port ${port} is busy (SVC_HTTP_PORT).`,
      nextStep: expect.stringContaining('ss -ltnp'),
    });
  });
});
