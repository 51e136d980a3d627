import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { GuardedPost, requireTarget } from './guarded-post';

/** A server of our own network: nothing that a webhook names may ever reach it. */
describe('a guarded post', () => {
  let inside: Server;
  let port = 0;
  let reached = 0;

  beforeAll(async () => {
    inside = createServer((request, response) => {
      reached += 1;
      if (request.url === '/moved') response.writeHead(307, { location: '/elsewhere' }).end();
      else if (request.url === '/busy') response.writeHead(429, { 'retry-after': '120' }).end('later');
      else if (request.url === '/endless') response.write('x'.repeat(1 << 20));
      else if (request.url !== '/silent') response.writeHead(204).end();
    }).listen(0, '127.0.0.1');
    await once(inside, 'listening');
    const address = inside.address();
    if (address !== null && typeof address === 'object') port = address.port;
  });
  beforeEach(() => {
    reached = 0;
  });
  afterAll(() => {
    inside.closeAllConnections();
    inside.close();
  });

  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '0',
    '127.0.0.1.',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::]',
    '10.0.0.1',
    '192.168.1.1',
    '172.16.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '168.63.129.16',
    '[fd00::1]',
    '[fe80::1]',
    '[64:ff9b::7f00:1]',
    '224.0.0.1',
    '255.255.255.255',
  ])('does not go to %s', async (host) => {
    await expect(new GuardedPost(false).send(new URL(`https://${host}/`), '', {})).rejects.toThrow(
      /not a public address/,
    );
  });

  it('does not go to a name that means an address of ours', async () => {
    await expect(new GuardedPost(false).send(new URL('https://localhost/'), '', {})).rejects.toThrow(
      /no public address/,
    );
    expect(reached).toBe(0);
  });

  it.each([
    ['http://example.com/', /not https/],
    ['ftp://example.com/', /not https/],
    ['https://user:password@example.com/', /credentials/],
    ['https://example.com:22/', /port 22/],
  ])('does not take %s', (url, reason) => {
    expect(() => requireTarget(new URL(url), true)).toThrow(reason);
  });

  it('goes to this machine only when told that it may, and elsewhere no more than before', async () => {
    const open = new GuardedPost(true);
    expect(await open.send(new URL(`http://127.0.0.1:${port}/`), '{}', {})).toMatchObject({ status: 204 });
    expect(await open.send(new URL(`http://localhost:${port}/`), '{}', {})).toMatchObject({ status: 204 });
    expect(reached).toBe(2);
    await expect(open.send(new URL('https://10.0.0.1/'), '', {})).rejects.toThrow(/not a public address/);
    await expect(open.send(new URL('http://example.com/'), '', {})).rejects.toThrow(/not https/);
  });

  it('does not follow a redirect', async () => {
    expect(await new GuardedPost(true).send(new URL(`http://127.0.0.1:${port}/moved`), '', {})).toMatchObject({
      status: 307,
    });
    expect(reached).toBe(1);
  });

  it('says what the receiver answered, when it wants to be asked again, and how long it took', async () => {
    const answer = await new GuardedPost(true).send(new URL(`http://127.0.0.1:${port}/busy`), '', {});
    expect(answer).toEqual({ status: 429, retryAfter: '120', body: 'later', durationMs: expect.any(Number) });
    const silent = await new GuardedPost(true).send(new URL(`http://127.0.0.1:${port}/`), '', {});
    expect(silent).toMatchObject({ status: 204, retryAfter: null, body: '' });
  });

  it('stops reading an answer without end, and waiting for one that never comes', async () => {
    const endless = await new GuardedPost(true).send(new URL(`http://127.0.0.1:${port}/endless`), '', {});
    expect(endless).toMatchObject({ status: 200, body: 'x'.repeat(64 * 1024) });
    await expect(new GuardedPost(true, 50).send(new URL(`http://127.0.0.1:${port}/silent`), '', {})).rejects.toThrow();
  });
});
