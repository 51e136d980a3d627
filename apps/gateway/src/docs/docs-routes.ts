import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Router } from 'express';
import { entityTag } from '../answer/entity-tag';
import type { Reply } from '../answer/reply';
import { sendPlain } from '../answer/send-plain';
import { apiDocumentText } from './api-document';
import { REFERENCE_ASSETS, REFERENCE_CSP, REFERENCE_PAGE, REFERENCE_START } from './reference-page';

const ROOT = { name: 'svc', docs: '/api/docs', openapi: '/api/openapi.json', health: '/health/ready' };

/** The API's description for people and tools. Public: it contains only what the contracts contain. */
export function registerDocs(router: Router, withReference: boolean): void {
  router.get('/', (request, response) =>
    sendPlain(
      request,
      response,
      fixed(
        JSON.stringify(withReference ? ROOT : { name: ROOT.name, health: ROOT.health }),
        'application/json; charset=utf-8',
      ),
    ),
  );
  if (!withReference) return;
  const text = apiDocumentText();
  router.get('/api/openapi.json', (request, response) =>
    sendPlain(request, response, fixed(text, 'application/json; charset=utf-8')),
  );
  router.get('/api/docs', (request, response) =>
    sendPlain(request, response, fixed(REFERENCE_PAGE, 'text/html; charset=utf-8'), {
      'content-security-policy': REFERENCE_CSP,
    }),
  );
  router.get('/api/docs/start.js', (request, response) =>
    sendPlain(request, response, fixed(REFERENCE_START, 'text/javascript; charset=utf-8')),
  );
  const folder = dirname(require.resolve('swagger-ui-dist/package.json'));
  for (const [name, type] of Object.entries(REFERENCE_ASSETS)) {
    router.get(`/api/docs/${name}`, async (request, response) =>
      sendPlain(request, response, await asset(join(folder, name), type)),
    );
  }
}

function fixed(text: string, type: string): Reply {
  const etag = entityTag(createHash('sha256').update(text).digest('base64url'));
  return {
    kind: 'text',
    status: 200,
    code: null,
    headers: { 'content-type': type, 'cache-control': 'no-cache', etag: `W/${etag}` },
    body: Buffer.from(text),
    compress: true,
  };
}

async function asset(path: string, type: string): Promise<Reply> {
  const { size, mtimeMs } = await stat(path);
  const etag = `W/${entityTag(`${size}-${Math.round(mtimeMs)}`)}`;
  const headers = { 'content-type': type, 'cache-control': 'public, max-age=3600', etag };
  return {
    kind: 'stream',
    status: 200,
    code: null,
    headers,
    open: () => Promise.resolve(createReadStream(path)),
    bytes: size,
    compress: !type.startsWith('image/'),
  };
}
