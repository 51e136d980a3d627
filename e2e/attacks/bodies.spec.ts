import { gzipSync } from 'node:zlib';
import { type Endpoint, endpoints, metric } from '@svc/contracts';
import { z } from 'zod';
import { DERIVATION, METRIC, prepareTargets } from './made-for-attacks';
import { Attacker, value } from './wire';

const json = { 'content-type': 'application/json' };
const withBody = endpoints.filter(
  (it) => it.method !== 'GET' && it.consumes === 'json' && !it.body.safeParse(undefined).success,
);
const address = ({ path }: Endpoint) =>
  path.replace('{id}', '00000000-0000-4000-8000-000000000000').replaceAll(/\{\w+\}/g, 'attacked_nothing');
let by: Attacker;
beforeAll(async () => {
  by = await Attacker.begin();
  await prepareTargets(by);
});

const POLLUTIONS = [
  '{"__proto__": {"role": "admin"}}',
  '{"a": {"__proto__": {"x": 1}}}',
  '{"a": [{"b": [{"__proto__": 1}]}]}',
  '{"constructor": {"prototype": {"role": "admin"}}}',
  '{"\\u005f_proto__": {"x": 1}}',
  '{"a": {"constructor": {"prototype": 1}}}',
  '[{"__proto__": []}]',
];

describe('a name that reaches a prototype', () => {
  it.each(withBody)('is refused anywhere in the body of $name', async (endpoint) => {
    for (const body of POLLUTIONS)
      expect(await by.ask(endpoint.method, address(endpoint), { body, headers: json })).toMatchObject({
        status: 400,
        code: 'malformed-body',
      });
  });

  it('is refused in queries, forms and free objects, and nobody has become anything', async () => {
    expect(await by.ask('GET', '/api/metrics?__proto__[role]=admin')).toMatchObject({ status: 400 });
    expect(await by.ask('GET', '/api/metrics?constructor.prototype.x=1')).toMatchObject({ status: 400 });
    expect(
      await by.upload({ name: 'attacked_proto', columns: '{"__proto__": "string"}' }, 'a\n1\n', 'x.csv'),
    ).toMatchObject({ status: 400 });
    expect(await by.upload({ name: 'attacked_proto', __proto__x: '1' }, 'a\n1\n', 'x.csv')).toMatchObject({
      status: 400,
    });
    const body =
      '{"name": "attacked_meta", "type": "simple", "source": "attacked", "measure": {"agg": "count"}, "meta": {"__proto__": {"x": 1}}}';
    expect(await by.ask('PUT', '/api/metrics/attacked_meta', { body, headers: json })).toMatchObject({
      status: 400,
      code: 'malformed-body',
    });
    expect(
      value(z.looseObject({ role: z.string() }), await (await Attacker.begin('viewer')).ask('GET', '/api/me')).role,
    ).toBe('viewer');
  });
});

/** What only the service decides. */
const FORGED = {
  id: 'x',
  owner: 'user:root',
  created_by: 'user:root',
  created_at: '2000-01-01T00:00:00Z',
  etag: 'x',
  version: 99,
  verdict: 'sound',
  certification: { certified: true },
  principal: { role: 'admin' },
};

describe('a member that only the service decides', () => {
  // Grafana sends more than its protocol says; what is not known there is dropped, not stored.
  it.each(withBody.filter((it) => it.body instanceof z.ZodObject && !it.name.startsWith('grafana.')))(
    'is refused as unknown by $name',
    async (endpoint) => {
      const known = endpoint.body instanceof z.ZodObject ? endpoint.body.shape : {};
      const forged = Object.fromEntries(Object.entries(FORGED).filter(([name]) => !(name in known)));
      const answer = await by.send(endpoint.method, address(endpoint), forged);
      expect(answer).toMatchObject({ status: 400, code: 'invalid-request' });
      const { errors } = value(
        z.looseObject({ errors: z.array(z.object({ pointer: z.string(), message: z.string() })) }),
        answer,
      );
      for (const name of Object.keys(forged))
        expect(errors).toContainEqual({ pointer: `/body/${name}`, message: 'is not a known member' });
    },
  );

  it('changes nothing beside a good body: the metric is not saved', async () => {
    const body = { name: 'attacked_forged', type: 'simple', source: DERIVATION, measure: { agg: 'count' } };
    for (const [name, it] of Object.entries(FORGED))
      expect(await by.send('PUT', '/api/metrics/attacked_forged', { ...body, [name]: it })).toMatchObject({
        status: 400,
      });
    expect(await by.ask('GET', '/api/metrics/attacked_forged')).toMatchObject({ status: 404 });
  });

  it('cannot raise a token: neither its role beyond its maker’s, nor its owner', async () => {
    const viewer = await Attacker.begin('viewer');
    expect(await viewer.send('POST', '/api/tokens', { name: 'x', role: 'admin' })).toMatchObject({ status: 403 });
    expect(
      await viewer.send('POST', '/api/tokens', { name: 'x', role: 'viewer', scopes: ['user:manage'] }),
    ).toMatchObject({ status: 403 });
    expect(await viewer.send('POST', '/api/tokens', { name: 'x', role: 'viewer', owner: 'user:root' })).toMatchObject({
      status: 400,
    });
  });
});

describe('a body without measure', () => {
  it.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('of %s in one another is refused beyond 48 levels', async (_what, open, close) => {
    for (const depth of [48, 64, 5_000, 200_000]) {
      const inner = open.repeat(depth) + (open === '[' ? '' : '1') + close.repeat(depth);
      expect(
        await by.ask('POST', '/api/sql', { body: `{"sql": "select 1", "parameters": ${inner}}`, headers: json }),
      ).toMatchObject({ status: 400, code: 'malformed-body' });
    }
  });

  it('of more than 10 MiB is refused by what it says of itself, before it is sent', async () => {
    const head = `POST /api/sql HTTP/1.1\r\nHost: ${new URL(by.base).host}\r\nAuthorization: Bearer ${by.token}\r\nContent-Type: application/json\r\nConnection: close\r\n`;
    for (const bytes of [10 * 1024 * 1024 + 1, 2 ** 40])
      expect(await by.raw(`${head}Content-Length: ${String(bytes)}\r\n\r\n{"sql":`)).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('of filters in filters is answered or refused in words at every depth', async () => {
    let filter: object = { column: 'place', op: '=', value: 'x' };
    for (let level = 0; level < 30; level += 1) {
      filter = level % 2 === 0 ? { not: filter } : { and: level < 16 ? [filter, filter] : [filter] };
      expect((await by.send('POST', `/api/metrics/${METRIC}/query`, { filters: [filter] })).status).toBeLessThan(500);
    }
    expect(await by.send('POST', `/api/metrics/${METRIC}/query`, { filters: [filter] })).toMatchObject({ status: 400 });
  });

  it('as deep as one may be spoils no list, history or export that it stands in', async () => {
    const deep = `${'['.repeat(45)}${']'.repeat(45)}`;
    const body = `{"name": "attacked_deep", "type": "simple", "source": "${DERIVATION}", "measure": {"agg": "count"}, "meta": {"deep": ${deep}}}`;
    expect(await by.ask('PUT', '/api/metrics/attacked_deep', { body, headers: json })).toMatchObject({ status: 200 });
    for (const path of [
      '/api/metrics/attacked_deep',
      '/api/metrics?limit=500',
      '/api/metrics/attacked_deep/history',
      '/api/exports/metrics/attacked_deep',
      '/api/metrics/osi',
    ])
      expect(await by.ask('GET', path)).toMatchObject({ status: 200 });
    const { headers } = await by.ask('GET', '/api/metrics/attacked_deep');
    expect(
      await by.ask('DELETE', '/api/metrics/attacked_deep', { headers: { 'if-match': headers.get('etag') ?? '' } }),
    ).toMatchObject({ status: 200 });
  });

  it('that unfolds is not unfolded: compressed JSON and compressed forms are refused', async () => {
    const bomb = new Uint8Array(gzipSync(`{"sql": "${' '.repeat(50_000_000)}select 1"}`));
    for (const encoding of ['gzip', 'deflate', 'br', 'x-gzip', 'identity, gzip']) {
      expect(
        await by.ask('POST', '/api/sql', { body: bomb, headers: { ...json, 'content-encoding': encoding } }),
      ).toMatchObject({ status: 415, code: 'unsupported-media-type' });
      const form = { 'content-type': 'multipart/form-data; boundary=b', 'content-encoding': encoding };
      expect(await by.ask('POST', '/api/datasets', { body: bomb, headers: form })).toMatchObject({
        status: 415,
        code: 'unsupported-media-type',
      });
    }
  });

  it('leaves the service as it was', async () => {
    expect(value(metric, await by.ask('GET', `/api/metrics/${METRIC}`)).definition.name).toBe(METRIC);
  });
});
