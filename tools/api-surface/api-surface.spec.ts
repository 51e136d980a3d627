import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiSurface, brokenPromises } from './api-surface';
import { ROOT } from '../architecture/project-files';

type Members = Readonly<Record<string, object>>;

/** A document with one operation, which takes and answers a thing. */
function documentOf({
  taken = {},
  needed = [],
  answered = {},
  path = '/api/things',
  query = [],
}: {
  taken?: Members;
  needed?: string[];
  answered?: Members;
  path?: string;
  query?: object[];
}): object {
  const ref = (name: string) => ({
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  });
  return {
    paths: {
      [path]: {
        post: {
          operationId: 'thing.make',
          parameters: query,
          requestBody: ref('ThingInput'),
          responses: { 200: ref('Thing'), 400: ref('Problem') },
        },
      },
    },
    components: {
      schemas: {
        ThingInput: { type: 'object', properties: taken, required: needed },
        Thing: { type: 'object', properties: answered, required: Object.keys(answered) },
        Problem: { type: 'object' },
      },
    },
  };
}
const text = { type: 'string' };
const before = documentOf({
  taken: { name: text },
  needed: ['name'],
  answered: { id: text, state: { enum: ['new', 'old'] } },
});
const broken = (now: object) => brokenPromises(apiSurface(before), apiSurface(now));

describe('the HTTP API within a major version', () => {
  it('keeps every promise of every release: operations, parameters, members, values', () => {
    const folder = join(ROOT, 'docs/api');
    const releases = readdirSync(folder).filter((it) => it.endsWith('.txt'));
    expect(releases).not.toEqual([]);
    const now = apiSurface(JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')));
    for (const release of releases)
      expect({
        release,
        broken: brokenPromises(readFileSync(join(folder, release), 'utf8').trim().split('\n'), now),
      }).toEqual({ release, broken: [] });
  });
});

describe('what counts as a broken promise', () => {
  it('is nothing that adds: a member of an answer, an optional one of a request, an operation, a value', () => {
    expect(broken(before)).toEqual([]);
    const now = documentOf({
      taken: { name: text, note: text },
      needed: ['name'],
      answered: { id: text, at: text, state: { enum: ['new', 'old', 'gone'] } },
    });
    expect(broken(now)).toEqual([]);
  });

  it('is a member that is gone, that has another type, or that may be missing now', () => {
    expect(broken(documentOf({ taken: { name: text }, needed: ['name'], answered: { id: text } }))).toEqual([
      'gone: answers Thing/state: "new" always',
      'gone: answers Thing/state: "old" always',
    ]);
    expect(
      broken(
        documentOf({
          taken: { name: text },
          needed: ['name'],
          answered: { id: { type: 'integer' }, state: { enum: ['new', 'old'] } },
        }),
      ),
    ).toEqual(['gone: answers Thing/id: string always']);
    const maybe = JSON.parse(JSON.stringify(before).replace('"required":["id","state"]', '"required":["id"]'));
    expect(broken(maybe)).toEqual([
      'gone: answers Thing/state: "new" always',
      'gone: answers Thing/state: "old" always',
    ]);
  });

  it('is a new demand on requests that were accepted: a member, a parameter', () => {
    const answered = { id: text, state: { enum: ['new', 'old'] } };
    expect(broken(documentOf({ taken: { name: text, owner: text }, needed: ['name', 'owner'], answered }))).toEqual([
      'newly needed: accepts ThingInput/owner: string needed',
    ]);
    const query = [{ name: 'team', in: 'query', required: true, schema: text }];
    expect(broken(documentOf({ taken: { name: text }, needed: ['name'], answered, query }))).toEqual([
      'newly needed: POST /api/things query team: string needed',
    ]);
  });

  it('is no new value of a member or a parameter that was needed before', () => {
    const withKinds = (...kinds: string[]) =>
      apiSurface(
        documentOf({
          taken: { kind: { enum: kinds } },
          needed: ['kind'],
          path: '/api/access/{kind}',
          query: [{ name: 'kind', in: 'path', required: true, schema: { enum: kinds } }],
        }),
      );
    expect(brokenPromises(withKinds('metric'), withKinds('metric', 'note'))).toEqual([]);
    expect(brokenPromises(withKinds('metric', 'note'), withKinds('note'))).toEqual([
      'gone: POST /api/access/{kind} path kind: "metric" needed',
      'gone: accepts ThingInput/kind: "metric" needed',
    ]);
  });

  it('is a path that has moved', () => {
    expect(
      broken(
        documentOf({
          taken: { name: text },
          needed: ['name'],
          answered: { id: text, state: { enum: ['new', 'old'] } },
          path: '/api/stuff',
        }),
      ),
    ).toContain('gone: POST /api/things is thing.make');
  });
});
