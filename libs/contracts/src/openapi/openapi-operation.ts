import { z } from 'zod';
import type { Endpoint } from '../endpoint/endpoint';
import { isEventStream } from '../endpoint/event-stream';
import { fileReply } from '../endpoint/file-reply';
import { ROW_FILES } from '../sql/sql';
import type { OpenApiSchemas } from './openapi-schemas';
import { type ProblemCode, PROBLEMS } from '../problem/problem';

type JsonSchema = Record<string, unknown>;

/** `metric.query` belongs to `metric`. */
export function tagOf({ name }: Pick<Endpoint, 'name'>): string {
  return name.split('.')[0] ?? name;
}

const header = (description: string, schema: JsonSchema = { type: 'string' }) => ({ description, schema });

/** One operation of the document. */
export function operationOf(endpoint: Endpoint, schemas: OpenApiSchemas, problemRef: JsonSchema): JsonSchema {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [tagOf(endpoint)],
    parameters: [
      ...parametersOf('path', endpoint.params, schemas),
      ...parametersOf('query', endpoint.query, schemas),
      ...headersOf(endpoint),
    ],
    ...requestBodyOf(endpoint, schemas),
    responses: { ...answersOf(endpoint, schemas), ...problemsOf(endpoint, problemRef) },
    security: securityOf(endpoint),
  };
}

function parametersOf(place: 'path' | 'query', shape: Endpoint['params'], schemas: OpenApiSchemas): JsonSchema[] {
  return members(shape).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(schema, undefined).success,
    schema: schemas.of(schema, 'output'),
  }));
}

function members(shape: z.ZodObject): (readonly [string, z.ZodType])[] {
  return Object.entries<unknown>(shape.shape).flatMap(([name, schema]) =>
    schema instanceof z.ZodType ? [[name, schema] as const] : [],
  );
}

/** What a header field may contain (RFC 9110 §5.5), except bytes without an agreed meaning. */
const PRINTABLE = { pattern: '^[\\t -~\\u0080-\\u00ff]*$' };

/** What a file of rows says of itself. */
const ROW_FILE_HEADERS = {
  'Svc-Row-Count': header('Of a file: how many rows it has.', { type: 'integer' }),
  'Svc-Truncated': header('Of a file: whether a limit left rows out.', { type: 'boolean' }),
  'Svc-Uncertified': header('Of a file: the derivations it was read from that are not certified now.'),
};

/** A file is named by its content, whatever it is. */
const hasTag = ({ etag, response }: Endpoint): boolean => etag !== null || response === fileReply;

function headersOf(endpoint: Endpoint): JsonSchema[] {
  const { ifMatch, idempotencyKey, method, response } = endpoint;
  const fields: JsonSchema[] = [];
  const add = (name: string, description: string, form: JsonSchema = {}) =>
    fields.push({ name, in: 'header', required: false, description, schema: { type: 'string', ...form } });
  if (ifMatch)
    add('If-Match', 'The entity tag that you read, in quotes, or * for any version; required when the object exists.', {
      pattern: '^(\\*|"[!#-~]{1,200}")$',
    });
  if (hasTag(endpoint) && method === 'GET')
    add('If-None-Match', 'Entity tags of versions that you have; 304 if one of them is current.', PRINTABLE);
  if (idempotencyKey)
    add('Idempotency-Key', 'A retry with the same key gets the first answer again, for 24 hours.', {
      pattern: '^[!-~]{1,255}$',
    });
  if (isEventStream(response)) add('Last-Event-ID', 'The id of the last event that you received.', PRINTABLE);
  return fields;
}

function requestBodyOf(endpoint: Endpoint, schemas: OpenApiSchemas): JsonSchema {
  if (endpoint.consumes === 'upload') {
    const schema = schemas.of(
      endpoint.body instanceof z.ZodObject ? endpoint.body.omit({ upload: true }) : endpoint.body,
      'input',
    );
    const properties = z.record(z.string(), z.unknown()).parse(schema['properties'] ?? {});
    const required = z.array(z.string()).parse(schema['required'] ?? []);
    const form = {
      ...schema,
      properties: { ...formFields(properties), file: { type: 'string', contentMediaType: 'application/octet-stream' } },
      required: [...required, 'file'],
    };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } };
  }
  if (endpoint.body.safeParse(undefined).success) return {};
  return {
    requestBody: { required: true, content: { 'application/json': { schema: schemas.of(endpoint.body, 'input') } } },
  };
}

/** A form contains text: other values are sent as JSON in one field. */
function formFields(properties: Readonly<Record<string, unknown>>): JsonSchema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const { type } = z.looseObject({ type: z.unknown() }).parse(schema);
      return [
        name,
        type === 'array' || type === 'object'
          ? { type: 'string', contentMediaType: 'application/json', contentSchema: schema }
          : schema,
      ];
    }),
  );
}

/** Text is a string; bytes and endless event streams have no schema (OpenAPI 3.1.1 §4.8.14). */
function formOf(type: string): JsonSchema {
  return { schema: /^text\/(?!event-stream)|[+/]xml$/.test(type) ? { type: 'string' } : {} };
}

/** The answer itself, as far as JSON says it. */
function contentOf(endpoint: Endpoint, schemas: OpenApiSchemas): JsonSchema {
  const { response } = endpoint;
  // A file's description travels between services; the caller gets the file.
  if (response === fileReply) return {};
  if (!isEventStream(response)) return { 'application/json': { schema: schemas.of(bodyOf(endpoint), 'output') } };
  const events = Object.fromEntries(
    Object.entries(response.forms).map(([name, data]) => [name, schemas.of(data, 'output')] as const),
  );
  const snapshot = response.snapshot === null ? undefined : events[response.snapshot];
  return {
    ...(snapshot === undefined ? {} : { 'application/json': { schema: snapshot } }),
    // The form of each event's data by its name: OpenAPI has a word of its own for that only from 3.2 on (`itemSchema`).
    'text/event-stream': { schema: {}, 'x-events': events },
  };
}

function answersOf(endpoint: Endpoint, schemas: OpenApiSchemas): JsonSchema {
  const content = {
    ...contentOf(endpoint, schemas),
    ...Object.fromEntries(endpoint.produces.map((type) => [type, formOf(type)])),
  };
  const headers = {
    ...(hasTag(endpoint)
      ? {
          ETag: header(
            endpoint.etag === null
              ? 'The content, for If-None-Match.'
              : 'The version of the object, for If-Match and If-None-Match.',
          ),
        }
      : {}),
    ...(endpoint.location === null
      ? {}
      : { Location: header('The address of the new object or job.', { type: 'string', format: 'uri-reference' }) }),
    ...(endpoint.session === null
      ? {}
      : {
          'Set-Cookie': header('The session cookie, hidden from scripts; its removal where the session ends.'),
        }),
    ...(endpoint.produces.includes(ROW_FILES.parquet) ? ROW_FILE_HEADERS : {}),
    'X-Trace-Id': header('Names this request in logs and in the audit log.'),
  };
  return {
    [endpoint.status]: { description: endpoint.summary, headers, ...(endpoint.status === 204 ? {} : { content }) },
    ...(isEventStream(endpoint.response) ? { 204: { description: 'You have received every event.' } } : {}),
    ...(hasTag(endpoint) && endpoint.method === 'GET' ? { 304: { description: 'You have the current version.' } } : {}),
  };
}

/** Not the secrets of a session and a device: the gateway makes cookies of them. */
function bodyOf({ response, session }: Endpoint): z.ZodType {
  if (session === null || !(response instanceof z.ZodObject)) return response;
  if ('device' in response.shape) return response.omit({ secret: true, device: true });
  return 'secret' in response.shape ? response.omit({ secret: true }) : response;
}

/** What the gateway itself may answer to any request, in addition to what the operation declares. */
function problemsOf(endpoint: Endpoint, problemRef: JsonSchema): JsonSchema {
  const codes = new Set<ProblemCode>([
    'invalid-request',
    'unauthenticated',
    'rate-limited',
    'internal',
    'object-corrupt',
    'unavailable',
    'deadline-exceeded',
    'overloaded',
    'insufficient-storage',
    ...endpoint.problems,
  ]);
  // Whatever a browser's cookie may change is refused to pages of other sites.
  if (typeof endpoint.access === 'object' || (endpoint.access === 'authenticated' && endpoint.method !== 'GET'))
    codes.add('forbidden');
  if (endpoint.method !== 'GET')
    for (const code of ['malformed-body', 'payload-too-large', 'unsupported-media-type'] as const) codes.add(code);
  if (endpoint.idempotencyKey) for (const code of ['conflict', 'idempotency-mismatch'] as const) codes.add(code);
  const statuses = [...new Set([...codes].map((code) => PROBLEMS[code].status))].toSorted((a, b) => a - b);
  const listed = statuses.map((status) => ({
    status,
    list: [...codes].filter((code) => PROBLEMS[code].status === status).toSorted(),
  }));
  const content = { 'application/problem+json': { schema: problemRef } };
  const described = listed.map(
    ({ status, list }) =>
      [
        status,
        { description: list.map((code) => `\`${code}\`: ${PROBLEMS[code].title}`).join('; '), content },
      ] as const,
  );
  return Object.fromEntries([
    ...described,
    [431, { description: '`invalid-request`: The address and the headers together are larger than 16 KiB', content }],
  ]);
}

/** OpenAPI 3.1 lets a bearer scheme name the scopes that an operation needs. */
function securityOf({ access }: Endpoint): JsonSchema[] {
  if (access === 'public') return [];
  return [{ token: access === 'authenticated' ? [] : [access.scope] }];
}
