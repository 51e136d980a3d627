import { createServer, type RequestListener, type Server } from 'node:http';
import { nodeFetch } from './node-fetch';

describe('fetch over Node’s HTTP client', () => {
  let server: Server;
  let listener: RequestListener = (_, response) => response.end();
  let url: string;

  beforeAll(async () => {
    server = createServer((request, response) => listener(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('sends method, headers and body, and reads status, headers and body', async () => {
    listener = (request, response) => {
      const parts: Buffer[] = [];
      request
        .on('data', (part: Buffer) => parts.push(part))
        .on('end', () => {
          response
            .writeHead(201, { etag: '"a"', 'x-seen': `${request.method} ${String(request.headers['x-a'])}` })
            .end(Buffer.concat(parts));
        });
    };
    const response = await nodeFetch(url, { method: 'PUT', headers: { 'X-A': 'b' }, body: 'déjà' });
    expect([
      response.status,
      response.headers.get('etag'),
      response.headers.get('x-seen'),
      await response.text(),
    ]).toEqual([201, '"a"', 'PUT b', 'déjà']);
  });

  it('streams a body and lets the answer be streamed', async () => {
    listener = (request, response) => void request.pipe(response);
    const parts = ['one ', 'two'].map((it) => new TextEncoder().encode(it));
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const next = parts.shift();
        if (next === undefined) controller.close();
        else controller.enqueue(next);
      },
    });
    const response = await nodeFetch(url, { method: 'POST', body, duplex: 'half' });
    expect(await response.text()).toBe('one two');
  });

  it('answers with an early refusal, though the body was never read', async () => {
    listener = (request, response) => {
      response.writeHead(413, { connection: 'close' }).end('{"too":"large"}');
      response.once('finish', () => request.socket.destroySoon());
    };
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
    });
    const response = await nodeFetch(url, { method: 'POST', body: endless, duplex: 'half' });
    expect([response.status, await response.json()]).toEqual([413, { too: 'large' }]);
  });

  it('does not follow a redirect when told not to: a token would travel with it', async () => {
    listener = (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    await expect(nodeFetch(url, { redirect: 'error' })).rejects.toThrow(/redirected to http:\/\/127\.0\.0\.1:1\//);
  });

  it('has no body where HTTP has none', async () => {
    listener = (_, response) => response.writeHead(204).end();
    expect(await (await nodeFetch(url)).text()).toBe('');
  });

  it('rejects when it is given up, and when nothing answers', async () => {
    const controller = new AbortController();
    listener = () => controller.abort();
    await expect(nodeFetch(url, { signal: controller.signal })).rejects.toThrow(/abort/i);
    await expect(nodeFetch('http://127.0.0.1:1/')).rejects.toThrow(/ECONNREFUSED/);
  });
});
