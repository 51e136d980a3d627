import { z } from 'zod';
import { endpoints } from '../endpoints';
import { openApiDocument } from './openapi';

const parameter = z.looseObject({
  name: z.string(),
  in: z.string(),
  schema: z.looseObject({ pattern: z.string().optional() }),
});
const operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(parameter).default([]),
  responses: z.record(z.string(), z.unknown()),
  requestBody: z.unknown().optional(),
});
const { paths } = z
  .object({ paths: z.record(z.string(), z.record(z.string(), operation)) })
  .parse(openApiDocument(endpoints, { title: 'svc', version: '1', description: '' }));
const operations = Object.values(paths).flatMap((it) => Object.values(it));

describe('the OpenAPI document', () => {
  it('says how If-Match and Idempotency-Key are written, wherever they are taken', () => {
    const headers = operations.flatMap((it) => it.parameters).filter((it) => it.in === 'header');
    const taken = (name: string, value: string) =>
      headers.filter((it) => it.name === name).map(({ schema }) => new RegExp(schema.pattern ?? '^\\b$').test(value));
    for (const [name, good, bad] of [
      ['If-Match', '"sha256:0a"', 'sha256:0a'],
      ['Idempotency-Key', 'a-1', 'a 1'],
    ] as const) {
      expect(new Set(taken(name, good))).toEqual(new Set([true]));
      expect(new Set(taken(name, bad))).toEqual(new Set([false]));
    }
  });

  it('has form fields that are not text as the JSON that spells them, because a form carries text', () => {
    const form = z.object({
      content: z.object({
        'multipart/form-data': z.object({
          schema: z.object({ properties: z.record(z.string(), z.looseObject({ type: z.string() })) }),
        }),
      }),
    });
    const { properties } = form.parse(operations.find((it) => it.operationId === 'dataset.register')?.requestBody)
      .content['multipart/form-data'].schema;
    expect(Object.values(properties).map((it) => it.type)).toEqual(Object.keys(properties).map(() => 'string'));
    expect(properties['null_values']).toMatchObject({
      contentMediaType: 'application/json',
      contentSchema: { type: 'array' },
    });
  });

  it('names the answer to an address that is too long for any operation', () => {
    expect(operations.filter((it) => !('431' in it.responses)).map((it) => it.operationId)).toEqual([]);
  });

  it('has no tuples by position, which generators of clients do not understand', () => {
    expect(JSON.stringify(paths)).not.toContain('prefixItems');
  });

  it('says nothing of the form of bytes and of streams', () => {
    const content = z.object({ content: z.record(z.string(), z.object({ schema: z.looseObject({}) })) });
    const answers = operations.map((it) => content.safeParse(it.responses['200']).data?.content ?? {});
    // A file of a model's evidence has whatever form it was given, also as JSON.
    const forms = answers.filter((it) => !('application/octet-stream' in it)).flatMap((it) => Object.entries(it));
    const unsaid = new Set(forms.filter(([, { schema }]) => Object.keys(schema).length === 0).map(([type]) => type));
    expect(unsaid).toContain('text/event-stream');
    expect(unsaid).toContain('image/png');
    expect(unsaid).not.toContain('application/json');
    expect(unsaid).not.toContain('text/csv');
  });

  it('tells the form of each event of a stream, and that a caller who has seen all of them gets nothing', () => {
    const watch = operations.find((it) => it.operationId === 'job.watch');
    expect(watch?.responses['200']).toMatchObject({
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/Job' } },
        'text/event-stream': { 'x-events': { job: { $ref: '#/components/schemas/Job' } } },
      },
    });
    expect(Object.keys(watch?.responses ?? {})).toContain('204');
  });

  it('tells of a cookie, and not of the secret in it, where a session begins, waits or ends', () => {
    const answers = z.object({
      headers: z.record(z.string(), z.unknown()),
      content: z.object({
        'application/json': z.object({
          schema: z.object({ properties: z.record(z.string(), z.unknown()), required: z.array(z.string()) }),
        }),
      }),
    });
    for (const endpoint of endpoints.filter((it) => it.session !== null)) {
      const { headers, content } = answers.parse(
        operations.find((it) => it.operationId === endpoint.name)?.responses[endpoint.status],
      );
      const { properties, required } = content['application/json'].schema;
      expect(Object.keys(headers)).toContain('Set-Cookie');
      expect([...Object.keys(properties), ...required]).not.toContain('secret');
    }
    expect(endpoints.filter((it) => it.session !== null).map((it) => it.name)).toEqual([
      'session.begin',
      'session.end',
      'session.oidc',
      'session.callback',
    ]);
  });
});
