import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@svc/contracts';
import { z } from 'zod';
import { apiDocument, apiDocumentText } from '../../src/docs/api-document';
import { gatewayForTests } from '../gateway-harness';

const CHECKED_IN = join(__dirname, '..', '..', '..', '..', 'docs', 'openapi.json');
const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  responses: z.record(z.string(), z.unknown()),
  security: z.array(z.unknown()),
});
const document = z.looseObject({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

describe('the OpenAPI document', () => {
  const { paths, components } = document.parse(apiDocument());

  it('is the one that is checked in (npm run openapi -w @svc/gateway writes it)', () => {
    expect(existsSync(CHECKED_IN)).toBe(true);
    expect(readFileSync(CHECKED_IN, 'utf8') === apiDocumentText()).toBe(true);
  });

  it('has every operation once, with its success, its refusals and its scope', () => {
    for (const endpoint of endpoints) {
      const told = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
      expect(told?.operationId).toBe(endpoint.name);
      expect(Object.keys(told?.responses ?? {})).toEqual(
        expect.arrayContaining([String(endpoint.status), '401', '500', '503']),
      );
      expect(told?.security).toEqual(
        endpoint.access === 'public'
          ? []
          : [{ token: typeof endpoint.access === 'object' ? [endpoint.access.scope] : [] }],
      );
    }
    const ids = Object.values(paths).flatMap((it) => Object.values(it).map(({ operationId }) => operationId));
    expect(new Set(ids).size).toBe(endpoints.length);
  });

  it('refers only to schemas that it has, and to each of them', () => {
    const text = apiDocumentText();
    const referred = new Set([...text.matchAll(/"\$ref": "([^"]*)"/g)].map(([, it]) => it));
    expect([...referred].toSorted()).toEqual(
      Object.keys(components.schemas)
        .map((it) => `#/components/schemas/${it}`)
        .toSorted(),
    );
  });
});

describe('the docs of a running gateway', () => {
  const harness = gatewayForTests();
  const get = (path: string, headers: Record<string, string> = {}) =>
    harness.call('GET', path, { token: null, headers });

  it('are public, and named by the root', async () => {
    expect(await (await get('/')).json()).toMatchObject({ docs: '/api/docs', openapi: '/api/openapi.json' });
    const served = await get('/api/openapi.json');
    expect(await served.json()).toEqual(apiDocument());
    expect((await get('/api/openapi.json', { 'if-none-match': served.headers.get('etag') ?? '' })).status).toBe(304);
  });

  it('load nothing from elsewhere and run no inline script', async () => {
    const page = await get('/api/docs');
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'; style-src 'self'");
    expect(html).not.toMatch(/https?:\/\//);
    expect(html).not.toMatch(/<script>(?!<)/);
    for (const [, path] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
      const asset = await get(path ?? '');
      expect([path, asset.status]).toEqual([path, 200]);
      expect((await asset.arrayBuffer()).byteLength).toBeGreaterThan(100);
    }
  });

  it('can be switched off', async () => {
    const silent = await harness.replica({ SVC_API_DOCS: 'false' });
    for (const path of ['/api/docs', '/api/openapi.json'])
      expect((await harness.call('GET', path, { at: silent, token: null })).status).toBe(404);
  });
});
