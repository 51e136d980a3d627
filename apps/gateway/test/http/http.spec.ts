import { readdir } from 'node:fs/promises';
import { connect as connectTcp } from 'node:net';
import { join } from 'node:path';
import { problem, ProblemError } from '@svc/contracts';
import { openWarehouse, type StoredObject } from '@svc/warehouse';
import { eventually, flipped, objectPath, rewriteFile } from '@svc/testing';
import { FakeForm } from '../fake-services';
import { harness, METRIC, problemOf } from './http-calls';

/** What was sent over a raw connection comes back as text, up to the end of the connection. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(harness.gateway.url);
    const socket = connectTcp(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('a request', () => {
  it('arrives at its service with its caller, its trace and its deadline', async () => {
    harness.services.on('svc.metrics.metric.get', () => METRIC);
    const before = Date.now();
    const answer = await harness.call('GET', '/api/metrics/delay', {
      headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-trace-id')).toBe('0af7651916cd43dd8448eb211c80319c');
    const call = harness.services.calls.at(-1);
    expect(call).toMatchObject({
      request: { params: { name: 'delay' }, query: {} },
      principal: { kind: 'token', role: 'admin' },
    });
    expect(call?.traceparent).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-/);
    expect(call?.deadline).toBeGreaterThan(before);
    expect(call?.deadline).toBeLessThan(Date.now() + 10_001);
  });

  it('is validated before anybody is asked, and told what is wrong where', async () => {
    const asked = harness.services.calls.length;
    const answers = await Promise.all([
      harness.call('GET', '/api/metrics/Bad-Name'),
      harness.call('GET', '/api/metrics?limit=0&colour=red'),
      harness.call('POST', '/api/metrics/delay/query', { body: { filters: [{ column: 'x', op: '' }], colour: 'red' } }),
      harness.call('GET', '/api/metrics?limit=1&limit=2'),
      harness.call('GET', '/api/metrics?__proto__=1'),
    ]);
    const problems = await Promise.all(answers.map(problemOf));
    const pointers = problems.map((it) =>
      problem
        .parse(it)
        .errors?.map(({ pointer }) => pointer)
        .toSorted(),
    );
    expect(pointers).toEqual([
      ['/params/name'],
      ['/query/colour', '/query/limit'],
      ['/body/colour', '/body/filters/0/op'],
      ['/query/limit'],
      ['/query/__proto__'],
    ]);
    expect(answers.map((it) => it.status)).toEqual([400, 400, 400, 400, 400]);
    expect(harness.services.calls).toHaveLength(asked);
  });

  it.each([
    ['a body that is cut off', '{"filters": [', 'application/json', 400, 'malformed-body'],
    ['another content type', 'x=1', 'application/x-www-form-urlencoded', 415, 'unsupported-media-type'],
    ['__proto__', '{"__proto__": {"role": "admin"}}', 'application/json', 400, 'malformed-body'],
    ['5,000 nested lists', '['.repeat(5_000), 'application/json', 400, 'malformed-body'],
    [
      'a body over the limit',
      JSON.stringify({ group_by: ['x'.repeat(100_001)] }),
      'application/json',
      413,
      'payload-too-large',
    ],
  ])('with %s is refused', async (_, body, type, status, code) => {
    const answer = await harness.call('POST', '/api/metrics/delay/query', { body, headers: { 'content-type': type } });
    expect([answer.status, await problemOf(answer)]).toMatchObject([status, { code }]);
  });

  it('with a body that has no declared length is cut off where it becomes too large', async () => {
    const endless = new ReadableStream<Uint8Array>({ pull: (it) => it.enqueue(new Uint8Array(50_000).fill(0x20)) });
    const sending = fetch(new URL('/api/metrics/delay/query', harness.gateway.url), {
      method: 'POST',
      body: endless,
      duplex: 'half',
      headers: { authorization: `Bearer ${harness.admin}`, 'content-type': 'application/json' },
    });
    // The answer, or the closed line: an endless sender may not hear the one before it meets the other.
    const outcome = await sending.then(
      (it) => it.status,
      () => 413,
    );
    expect(outcome).toBe(413);
    await eventually(() =>
      harness.services.audit.some(
        (it) => it.status === 413 && it.action === 'metric.query' && it.detail['code'] === 'payload-too-large',
      ),
    );
  });

  it('whose body stops arriving is given up', async () => {
    const answer = await raw(
      `POST /api/metrics/delay/query HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${harness.admin}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"gro`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('no byte arrived');
    expect(answer).toMatch(/connection: close/i);
  });

  it('that is no HTTP, or has headers beyond 16 KiB, is refused in the same words', async () => {
    expect(await raw('nonsense\r\n\r\n')).toMatch(
      /^HTTP\/1.1 400 [^]*application\/problem\+json[^]*"code":"invalid-request"/,
    );
    expect(await raw(`GET /api/me HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431 [^]*"status":431/,
    );
  });

  it.each(['/api/metrics/%ff', '/api/metrics/%00', '/api/metrics/..%2f..%2fetc', '/api/metrics/a%20b'])(
    'for the path %s is refused',
    async (path) => {
      const answer = await harness.call('GET', path);
      expect([answer.status, await problemOf(answer)]).toMatchObject([400, { code: 'invalid-request' }]);
    },
  );
});

describe('an answer', () => {
  it('carries its entity tag, and is not sent again to a caller who has it', async () => {
    harness.services.on('svc.metrics.metric.get', () => METRIC);
    const first = await harness.call('GET', '/api/metrics/delay');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toBe(`"${METRIC.etag}"`);
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await harness.call('GET', '/api/metrics/delay', { headers: { 'if-none-match': header } });
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await harness.call('GET', '/api/metrics/delay', { headers: { 'if-none-match': '"other"' } })).status).toBe(
      200,
    );
  });

  it('to a change carries If-Match to the service, Location and tag back', async () => {
    harness.services.on('svc.metrics.metric.put', () => METRIC);
    const answer = await harness.call('PUT', '/api/metrics/delay', {
      body: METRIC.definition,
      headers: { 'if-match': '"sha256:abc"' },
    });
    expect(answer.headers.get('location')).toBe('/api/metrics/delay');
    expect(answer.headers.get('etag')).toBe(`"${METRIC.etag}"`);
    expect(harness.services.calls.at(-1)?.request).toMatchObject({ if_match: 'sha256:abc' });
    for (const header of ['W/"x"', 'x', '"a", "b"']) {
      expect(
        (await harness.call('PUT', '/api/metrics/delay', { body: METRIC.definition, headers: { 'if-match': header } }))
          .status,
      ).toBe(400);
    }
  });

  it('to HEAD is the answer to GET without its body', async () => {
    harness.services.on('svc.metrics.metric.get', () => METRIC);
    const answer = await harness.call('HEAD', '/api/metrics/delay');
    expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([200, '', `"${METRIC.etag}"`]);
    expect(Number(answer.headers.get('content-length'))).toBe(JSON.stringify(METRIC).length);
  });

  it('is what its service said, and a problem when it lacks what a header says of it', async () => {
    harness.services.on('svc.metrics.metric.get', () => METRIC);
    expect(await (await harness.call('GET', '/api/metrics/delay')).json()).toEqual(METRIC);
    harness.services.on('svc.metrics.metric.get', () => ({ name: 'delay' }));
    const broken = await harness.call('GET', '/api/metrics/delay');
    expect([broken.status, await problemOf(broken)]).toMatchObject([500, { code: 'internal' }]);
  });

  it('that refuses says what the service said', async () => {
    harness.services.on('svc.metrics.metric.query', () => {
      throw new ProblemError('uncertified-source', 'The source "delay" is not certified.', {
        data: { derivation: 'delay' },
      });
    });
    const answer = await harness.call('POST', '/api/metrics/delay/query', { body: {} });
    expect([answer.status, await problemOf(answer)]).toMatchObject([
      409,
      { code: 'uncertified-source', detail: 'The source "delay" is not certified.', data: { derivation: 'delay' } },
    ]);
  });

  it('is compressed when it is large and the caller takes that', async () => {
    harness.services.on('svc.metrics.metric.list', () => ({
      items: Array.from({ length: 200 }, () => METRIC),
      next_cursor: null,
    }));
    const path = new URL('/api/metrics', harness.gateway.url);
    const text = await raw(
      `GET ${path.pathname} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nConnection: close\r\nAuthorization: Bearer ${harness.admin}\r\n\r\n`,
    );
    expect(text).toMatch(/content-encoding: gzip/i);
    expect(text).toMatch(/vary: Accept-Encoding/i);
    const plain = await harness.call('GET', '/api/metrics', { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
  });

  it('too large for a message is streamed from the warehouse', async () => {
    const rows = { items: Array.from({ length: 3_000 }, () => METRIC), next_cursor: null };
    const stored = await storeResult(JSON.stringify(rows));
    harness.services.on('svc.metrics.metric.list', () => new FakeForm('claim', stored));
    const answer = await harness.call('GET', '/api/metrics', { headers: { 'accept-encoding': 'identity' } });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(Number(answer.headers.get('content-length'))).toBe(stored.bytes);
    expect(await answer.json()).toEqual(rows);
  });

  it('whose object is gone is a problem, not a broken line', async () => {
    harness.services.on('svc.metrics.metric.list', () => new FakeForm('claim', { object: 'b'.repeat(64), bytes: 10 }));
    const answer = await harness.call('GET', '/api/metrics');
    expect([answer.status, await problemOf(answer)]).toMatchObject([500, { code: 'object-corrupt' }]);
  });

  it('whose object was changed in storage is refused by its name, as a claim check and as a file', async () => {
    // Each answer is a copy of its own, which goes when it has been sent or refused.
    const [claimed, filed] = [await storeResult('right'), await storeResult('right too')];
    const permanent = await (await openWarehouse(harness.warehouse)).put(Buffer.from('a page of pictures'));
    const hours = join(harness.warehouse, 'results');
    for (const hour of await readdir(hours)) {
      const copies = (await readdir(join(hours, hour))).filter((name) =>
        [claimed, filed].some(({ object }) => name.startsWith(object)),
      );
      for (const copy of copies) await rewriteFile(join(hours, hour, copy), () => Buffer.from('wrong'));
    }
    await rewriteFile(objectPath(harness.warehouse, permanent.object), flipped);
    const file = { content_type: 'image/svg+xml', file_name: 'x.svg', inline: true };
    for (const [form, stored] of [
      ['claim', claimed],
      ['file', filed],
      ['file', permanent],
    ] as const) {
      harness.services.on('svc.metrics.metric.list', () => new FakeForm(form, { ...file, ...stored }));
      const answer = await harness.call('GET', '/api/metrics');
      expect([answer.status, await problemOf(answer)]).toMatchObject([
        500,
        { code: 'object-corrupt', detail: expect.stringContaining(stored.object) },
      ]);
    }
  });

  it('may not be framed, sniffed or cached, and no other origin may read it', async () => {
    const answer = await harness.call('GET', '/api/me', { headers: { origin: 'https://elsewhere.example' } });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(answer.headers.has('access-control-allow-origin')).toBe(false);
    expect(answer.headers.has('x-powered-by')).toBe(false);
  });

  it('tells browsers to keep to https where that is the public address, and only there', async () => {
    const behind = await harness.replica({ SVC_PUBLIC_URL: 'https://svc.example.org' });
    for (const path of ['/api/me', '/', '/nothing'])
      expect((await harness.call('GET', path, { at: behind })).headers.get('strict-transport-security')).toBe(
        'max-age=31536000; includeSubDomains',
      );
    expect((await harness.call('GET', '/api/me')).headers.has('strict-transport-security')).toBe(false);
  });
});

async function storeResult(text: string): Promise<StoredObject> {
  return (await openWarehouse(harness.warehouse)).results.put(Buffer.from(text));
}
