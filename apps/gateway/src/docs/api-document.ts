import { endpoints, openApiDocument, type OpenApiDocument } from '@svc/contracts';

/** The version of the HTTP API: its major version changes when something is removed or changes its meaning. */
const API_VERSION = '0.1.0';

/** The OpenAPI document of this gateway; `docs/openapi.json` is its text. */
export function apiDocument(): OpenApiDocument {
  return openApiDocument(endpoints, {
    title: 'svc',
    version: API_VERSION,
    description: [
      'A verified analytics service: a number you can check, from the row it came from to the chart it ends in.',
      'Every failure is an RFC 9457 problem document whose `code` is stable. Lists are paged with `limit` and `cursor`.',
      'Long work answers 202 with a job. Every request is recorded in a hash-chained audit log.',
    ].join('\n\n'),
  });
}

/** As it is served and checked in. */
export function apiDocumentText(): string {
  return `${JSON.stringify(apiDocument(), null, 1)}\n`;
}
