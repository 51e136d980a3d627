import { readdirSync, readFileSync, statSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { ProblemError } from '@svc/contracts';
import { z } from 'zod';
import { eventually } from '@svc/testing';
import { gatewayForTests } from '../gateway-harness';

const MiB = 1024 * 1024;
const harness = gatewayForTests({ SVC_MAX_UPLOAD_BYTES: String(80 * MiB), SVC_IDLE_BODY_MS: '2000' });

const DATASET = {
  name: 'flights',
  description: '',
  owner: 'x',
  versions: 1,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  version: { data_hash: `sha256:${'a'.repeat(64)}`, rows: 1, bytes: 1, columns: [] },
};
const staged = z.object({
  body: z.object({ upload: z.object({ staged: z.string(), bytes: z.int(), file_name: z.string() }) }),
});
const left = () => [
  ...readdirSync(join(harness.warehouse, 'staged')),
  ...readdirSync(join(harness.warehouse, 'incoming')),
];
const adopt =
  (read: (path: string) => unknown) =>
  ({ request }: { readonly request: unknown }) => {
    read(join(harness.warehouse, 'staged', staged.parse(request).body.upload.staged));
    return DATASET;
  };

async function upload(form: FormData, query = ''): Promise<Response> {
  return fetch(new URL(`/api/datasets${query}`, harness.gateway.url), {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${harness.admin}` },
  });
}

function form(
  fields: Readonly<Record<string, string>>,
  file: Blob | null = new Blob(['x,y\n1,2\n']),
  fileFirst = false,
): FormData {
  const built = new FormData();
  if (fileFirst && file !== null) built.set('file', file, 'flights.csv');
  for (const [name, value] of Object.entries(fields)) built.set(name, value);
  if (!fileFirst && file !== null) built.set('file', file, 'flights.csv');
  return built;
}

describe('an upload', () => {
  it.each([false, true])(
    'reaches its service as a staged file and typed fields (file first: %s)',
    async (fileFirst) => {
      let content = '';
      harness.services.on(
        'svc.compute.dataset.register',
        adopt((path) => (content = readFileSync(path, 'utf8'))),
      );
      const answer = await upload(
        form(
          { name: 'flights', columns: '{"x": "integer"}', null_values: '["", "NA"]', description: '12' },
          undefined,
          fileFirst,
        ),
      );
      expect([answer.status, answer.headers.get('location')]).toEqual([201, '/api/datasets/flights']);
      expect(content).toBe('x,y\n1,2\n');
      expect(harness.services.calls.at(-1)?.request).toMatchObject({
        body: {
          name: 'flights',
          columns: { x: 'integer' },
          null_values: ['', 'NA'],
          description: '12',
          upload: { bytes: 8, file_name: 'flights.csv' },
        },
      });
    },
  );

  it('of 64 MiB arrives whole', async () => {
    let bytes = 0;
    harness.services.on(
      'svc.compute.dataset.register',
      adopt((path) => (bytes = statSync(path).size)),
    );
    expect((await upload(form({ name: 'big' }, new Blob([new Uint8Array(64 * MiB)])))).status).toBe(201);
    expect(bytes).toBe(64 * MiB);
  });

  it.each([
    ['a field that is not known', form({ name: 'flights', colour: 'red' }), 400, '/body/colour'],
    [
      'the field that only the gateway may set',
      form({ name: 'flights', upload: '{"staged":"x"}' }),
      400,
      '/body/upload',
    ],
    ['a name that is not valid', form({ name: 'Flights!' }), 400, '/body/name'],
    ['columns that are no JSON', form({ name: 'flights', columns: '{' }), 400, '/body/columns'],
    ['no file', form({ name: 'flights' }, null), 400, '/body/file'],
  ])('with %s is refused and leaves nothing', async (_, sent, status, pointer) => {
    const before = left();
    const answer = await upload(sent);
    expect([answer.status, await answer.json()]).toMatchObject([status, { errors: [{ pointer }] }]);
    expect(left()).toEqual(before);
  });

  it('that its service refuses leaves nothing; one whose outcome is unknown is left for its service', async () => {
    const before = left();
    harness.services.on('svc.compute.dataset.register', () => {
      throw new ProblemError('bad-rows', 'Row 2 has three columns.');
    });
    expect((await upload(form({ name: 'flights' }))).status).toBe(400);
    expect(left()).toEqual(before);
    harness.services.on('svc.compute.dataset.register', () => {
      throw new ProblemError('deadline-exceeded', 'Too slow.');
    });
    expect((await upload(form({ name: 'flights' }))).status).toBe(503);
    expect(left()).toHaveLength(before.length + 1);
  });

  it('by somebody who may not is refused before a byte of the file is read', async () => {
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      const sending = httpRequest(new URL('/api/datasets', harness.gateway.url), {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=b', 'transfer-encoding': 'chunked' },
      });
      sending.on('response', (it) => resolve(it.statusCode)).on('error', reject);
      sending.write('--b\r\n');
    });
    expect(answer).toBe(401);
  });

  it('with a name that is not valid is refused before the file has come', async () => {
    const before = left();
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      const sending = httpRequest(new URL('/api/datasets', harness.gateway.url), {
        method: 'POST',
        headers: { authorization: `Bearer ${harness.admin}`, 'content-type': 'multipart/form-data; boundary=b' },
      });
      sending.on('response', (it) => resolve(it.statusCode)).on('error', reject);
      sending.write('--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nFlights!\r\n');
      sending.write(`--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${'x'.repeat(200_000)}`);
    });
    expect([answer, left()]).toEqual([400, before]);
  });

  it('beyond the limit is refused, and leaves nothing', async () => {
    const before = left();
    const large = await harness.replica({ SVC_MAX_UPLOAD_BYTES: String(MiB) });
    const sending = fetch(new URL('/api/datasets', large.url), {
      method: 'POST',
      body: form({ name: 'flights' }, new Blob([new Uint8Array(5 * MiB)])),
      headers: { authorization: `Bearer ${harness.admin}` },
    });
    expect(
      await sending.then(
        (it) => it.status,
        () => 413,
      ),
    ).toBe(413);
    await eventually(() => left().length === before.length);
    await eventually(() => harness.services.audit.some((it) => it.detail['code'] === 'payload-too-large'));
  });

  it('whose sender goes away, or falls silent, leaves nothing', async () => {
    const before = left();
    const start = () => {
      const sending = httpRequest(new URL('/api/datasets', harness.gateway.url), {
        method: 'POST',
        headers: { authorization: `Bearer ${harness.admin}`, 'content-type': 'multipart/form-data; boundary=b' },
      });
      sending.on('error', () => undefined);
      sending.write(`--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${'x'.repeat(200_000)}`);
      return sending;
    };
    const gone = start();
    await eventually(() => left().length > before.length);
    gone.destroy();
    await eventually(() => left().length === before.length);
    const silent = start();
    await eventually(() => left().length > before.length);
    await eventually(() => left().length === before.length);
    silent.destroy();
    await eventually(
      () =>
        harness.services.audit.filter(
          (it) => it.action === 'dataset.register' && it.detail['code'] === 'malformed-body',
        ).length >= 2,
    );
  });
});
