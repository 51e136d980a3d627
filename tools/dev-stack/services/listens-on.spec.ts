import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { listensOn } from './listens-on';

async function listen(host: string): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens nowhere');
  return { server, port: address.port };
}

describe('whether a process listens on a port', () => {
  it.each(['127.0.0.1', '0.0.0.0'])('is true of the one that does, and no longer when it stops: %s', async (host) => {
    const { server, port } = await listen(host);
    expect(listensOn(process.pid, port)).toBe(true);
    server.close();
    await once(server, 'close');
    expect(listensOn(process.pid, port)).toBe(false);
  });

  it('is false of every other, also when it has ended', async () => {
    const { server, port } = await listen('127.0.0.1');
    const other = spawn('sleep', ['1000']);
    await once(other, 'spawn');
    expect(listensOn(other.pid ?? 0, port)).toBe(false);
    const ended = once(other, 'exit');
    other.kill('SIGKILL');
    await ended;
    expect(listensOn(other.pid ?? 0, port)).toBe(false);
    server.close();
  });
});
