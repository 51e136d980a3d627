import { createServer, type Server } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@svc/testing';
import { Refusal } from './refusal';
import { choosePorts } from './stack-ports';

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
