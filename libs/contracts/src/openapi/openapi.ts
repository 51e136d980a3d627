import { z } from 'zod';
import { SCOPES } from '../access/access';
import type { Endpoint } from '../endpoint/endpoint';
import { operationOf, tagOf } from './openapi-operation';
import { openApiNames } from './openapi-names';
import { OpenApiSchemas } from './openapi-schemas';
import { problem } from '../problem/problem';

export interface OpenApiInfo {
  readonly title: string;
  readonly version: string;
  readonly description: string;
}

/** An OpenAPI 3.1 document, as JSON. */
export type OpenApiDocument = z.infer<ReturnType<typeof z.json>>;

/**
 * Folds the operations into one OpenAPI 3.1 document: paths, parameters, bodies, answers, problems and access. Pure, and
 * in a fixed order, so that the same contracts give the same text.
 */
export function openApiDocument(endpoints: readonly Endpoint[], info: OpenApiInfo): OpenApiDocument {
  const schemas = new OpenApiSchemas(openApiNames());
  const problemRef = schemas.of(problem, 'output');
  const paths = new Map<string, Map<string, object>>();
  for (const endpoint of endpoints) {
    const operations = paths.get(endpoint.path) ?? new Map<string, object>();
    operations.set(endpoint.method.toLowerCase(), operationOf(endpoint, schemas, problemRef));
    paths.set(endpoint.path, operations);
  }
  return z.json().parse({
    openapi: '3.1.1',
    info: { ...info, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    tags: [...new Set(endpoints.map(tagOf))].sort().map((name) => ({ name })),
    paths: Object.fromEntries([...paths].map(([path, operations]) => [path, Object.fromEntries(operations)])),
    components: {
      schemas: schemas.all(),
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'svc_pat_…',
          description: `An API token. Its scopes are some of: ${SCOPES.join(', ')}.`,
        },
      },
    },
    security: [{ token: [] }],
  });
}
