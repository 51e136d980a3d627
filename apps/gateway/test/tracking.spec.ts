import { createServer, type IncomingHttpHeaders, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BootedService, PrincipalVerifier } from '@svc/platform';
import { TRACKING_ENDPOINTS } from '@svc/contracts';
import { gatewayForTests } from './gateway-harness';
import { LocalPeople, MANY_SIGN_IN } from './local-people';
import { addToken } from './people';

const harness = gatewayForTests(MANY_SIGN_IN);
const people = new LocalPeople(harness);
const API = '/ml-tracking/api/2.0/mlflow';

interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: number;
}

/** model-service as the gateway sees it: it notes what arrives, and answers by the path. */
let behind: Server;
let arrived: Arrived[] = [];
let gateway: BootedService;
beforeAll(async () => {
  behind = createServer((request, response) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => (bytes += chunk.length));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      arrived.push({ method, url, headers, bytes });
      const type = url.includes('get-artifact') ? 'text/html' : 'application/json';
      response.writeHead(url.includes('absent') ? 404 : 200, {
        'content-type': type,
        'set-cookie': 'stolen=1',
        'access-control-allow-origin': '*',
        'x-inside': 'yes',
      });
      response.end('{"a":1}');
    });
  });
  await new Promise<void>((resolve) => behind.listen(0, '127.0.0.1', resolve));
  gateway = await harness.replica({
    SVC_TRACKING_URL: `http://127.0.0.1:${portOf(behind.address())}`,
    SVC_MAX_BODY_BYTES: '2000',
    SVC_MAX_UPLOAD_BYTES: '5000',
  });
});
afterAll(() => new Promise((resolve) => behind.close(resolve)));
beforeEach(() => {
  arrived = [];
});

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('not a port');
  return address.port;
}
const call = (method: string, path: string, options: object = {}) =>
  harness.call(method, path, { at: gateway, ...options });
const recordOf = (answer: Response) =>
  harness.services.audit.find((it) => it.trace_id === answer.headers.get('x-trace-id'));

describe('the mount of MLflow', () => {
  it.each(['http://127.0.0.1:PORT', '//127.0.0.1:PORT'])('asks no host that a caller names: %s', async (named) => {
    const other = createServer((_, response) => response.end('{}'));
    let heard = 0;
    other.on('request', () => (heard += 1));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const target = `${named.replace('PORT', String(portOf(other.address())))}${API}/runs/search`;
    const { hostname, port } = new URL(gateway.url);
    const status = await new Promise((resolve, reject) => {
      const sent = httpRequest({ hostname, port, path: target, headers: { authorization: 'Bearer x' } }, (answer) =>
        resolve(answer.resume().statusCode),
      );
      sent.once('error', reject).end();
    });
    await new Promise((resolve) => other.close(resolve));
    expect([status, heard, arrived.length]).toEqual([404, 0, 0]);
  });

  it('passes a call on with the caller’s signed name in place of their credentials', async () => {
    const answer = await call('POST', `${API}/runs/search?a=%20b`, {
      body: { experiment_ids: ['1'] },
      headers: { cookie: 'a=b', 'x-forwarded-for': '1.2.3.4', 'svc-principal': 'forged', te: 'trailers' },
    });
    expect([answer.status, await answer.json()]).toEqual([200, { a: 1 }]);
    const [seen] = arrived;
    expect(seen).toMatchObject({ method: 'POST', url: `${API}/runs/search?a=%20b` });
    const { authorization, cookie, 'x-forwarded-for': forwarded, te, origin } = seen?.headers ?? {};
    expect([authorization, cookie, forwarded, te, origin]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    const who = gateway.app.get(PrincipalVerifier).verify(String(seen?.headers['svc-principal']));
    expect(who.id).toMatch(/^token:/);
    const sender = String(seen?.headers['svc-sender']);
    expect(gateway.app.get(PrincipalVerifier).verifySender(sender, TRACKING_ENDPOINTS.read.subject, who)).toBe(
      'gateway',
    );
  });

  it('hands out nothing of the answer’s but what describes its body', async () => {
    const answer = await call('GET', `${API}/runs/get?run_id=a`);
    const { headers } = answer;
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('x-inside')).toBeNull();
    expect(headers.get('content-type')).toBe('application/json');
  });

  it('lets MLflow’s page run its scripts, and nothing that somebody has stored', async () => {
    const page = await call('GET', '/ml-tracking/');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const stored = await call('GET', '/ml-tracking/get-artifact?run_id=a&path=x.html');
    expect(stored.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(stored.headers.get('x-content-type-options')).toBe('nosniff');
    const moved = await call('GET', '/ml-tracking', { redirect: 'manual' });
    expect(moved.url.endsWith('/ml-tracking/') || moved.headers.get('location') === '/ml-tracking/').toBe(true);
  });

  it('records every call with who made it and which it was, refused ones too', async () => {
    const done = await call('POST', `${API}/runs/create`, { body: { experiment_id: '1' } });
    expect(recordOf(done)).toMatchObject({
      action: 'tracking.write',
      target: { type: 'tracking', name: 'POST /api/2.0/mlflow/runs/create' },
      outcome: 'ok',
    });
    const absent = await call('GET', `${API}/runs/get?run_id=absent`);
    expect(recordOf(absent)).toMatchObject({ action: 'tracking.read', outcome: 'refused', status: 404 });
    const refused = await call('POST', `${API}/registered-models/alias`, { body: { name: 'a', alias: 'champion' } });
    expect([refused.status, arrived.length]).toEqual([404, 2]);
    expect(recordOf(refused)).toMatchObject({
      target: { type: 'tracking', name: `POST ${API}/registered-models/alias` },
      outcome: 'refused',
    });
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining('/api/registry') });
  });

  it.each([
    ['GET', `${API}/experiments/search`, [401, 200, 200]],
    ['POST', `${API}/runs/create`, [401, 403, 200]],
    ['PUT', '/ml-tracking/api/2.0/mlflow-artifacts/artifacts/1/a', [401, 403, 200]],
    ['POST', `${API}/runs/delete`, [401, 403, 200]],
    ['DELETE', `${API}/logged-models/m-1`, [401, 403, 200]],
    ['GET', '/ml-tracking/', [401, 200, 200]],
    ['POST', `${API}/model-versions/create`, [401, 404, 404]],
  ])('asks nobody without the right: %s %s', async (method, path, [anonymous, viewer, editor]) => {
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
    const token = async (role: 'viewer' | 'editor') => (await addToken(harness, null, { role })).secret;
    const status = async (secret: string | null) => (await call(method, path, { token: secret, ...body })).status;
    expect([await status(null), await status(await token('viewer')), await status(await token('editor'))]).toEqual([
      anonymous,
      viewer,
      editor,
    ]);
  });

  it('changes nothing with a cookie from another site’s page, and reads with it', async () => {
    const browser = await people.signedIn(await people.add({ role: 'editor' }), gateway);
    const from = (site: string, path: string) =>
      browser.send('POST', path, { headers: { 'sec-fetch-site': site }, body: {}, at: gateway });
    expect((await from('cross-site', `${API}/runs/create`)).status).toBe(403);
    expect((await from('same-origin', `${API}/runs/create`)).status).toBe(200);
    expect((await browser.send('GET', '/ml-tracking/', { at: gateway })).status).toBe(200);
    expect(arrived.map((it) => it.headers.cookie)).toEqual([undefined, undefined]);
  });

  it('passes on a file as it comes, up to its own limit, and no more', async () => {
    const file = '/ml-tracking/api/2.0/mlflow-artifacts/artifacts/1/a.bin';
    const put = (bytes: number, path = file) => call('PUT', path, { body: 'x'.repeat(bytes) });
    expect((await put(5000)).status).toBe(200);
    expect(arrived.at(-1)?.bytes).toBe(5000);
    expect((await put(5001)).status).toBe(413);
    expect((await call('POST', `${API}/runs/log-batch`, { body: `{"a":"${'x'.repeat(2000)}"}` })).status).toBe(413);
    expect(await chunked(file, 5001)).toBe(413);
    expect(await chunked(file, 5000)).toBe(200);
    expect(arrived).toHaveLength(2);
  });

  it('answers 503 with a clear text where model-service is away or there is none', async () => {
    const away = await harness.replica({ SVC_TRACKING_URL: 'http://127.0.0.1:1' });
    const none = await harness.replica();
    for (const [at, text] of [
      [away, 'model-service does not answer'],
      [none, 'SVC_TRACKING_URL'],
    ] as const) {
      const answer = await harness.call('GET', '/ml-tracking/', { at });
      expect([answer.status, await answer.json()]).toMatchObject([
        503,
        { code: 'unavailable', message: expect.stringContaining(text) },
      ]);
    }
  });
});

/** A body without a declared length. */
function chunked(path: string, bytes: number): Promise<number> {
  const { hostname, port } = new URL(gateway.url);
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { hostname, port, path, method: 'PUT', headers: { authorization: `Bearer ${harness.admin}` } },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      },
    );
    sent.once('error', reject);
    sent.write('x'.repeat(bytes - 1));
    sent.end('x');
  });
}
