import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { readinessAt } from './service-specs';

describe('readiness of a service', () => {
  let server: Server;
  let url: string;
  let status = 200;

  beforeEach(async () => {
    status = 200;
    server = createServer((_request, response) => response.writeHead(status).end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('it listens nowhere');
    url = `http://127.0.0.1:${address.port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  it('is what the process says that listens there, now', async () => {
    const isReady = readinessAt(url);
    expect(await isReady(process.pid)).toBe(true);
    status = 503;
    expect(await isReady(process.pid)).toBe(false);
    status = 200;
    expect(await isReady(process.pid)).toBe(true);
  });

  it('is not believed of another process that took the port, nor of the one that comes after', async () => {
    const isReady = readinessAt(url);
    expect(await isReady(1)).toBe(false);
    expect(await isReady(process.pid)).toBe(true);
    expect(await isReady(1)).toBe(false);
  });
});
