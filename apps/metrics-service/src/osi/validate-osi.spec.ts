import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import fc from 'fast-check';
import { parse } from 'yaml';
import { OSI_VERSIONS } from './osi-schema';
import { schemaErrors, validateOsi } from './validate-osi';

const SHARED = join(__dirname, '..', '..', '..', '..', '..', 'shared', 'osi');
const read = (name: string): Record<string, Json> => parse(readFileSync(join(SHARED, name), 'utf8'));
type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const small = (more: object = {}): Record<string, Json> => ({
  version: '0.1.1',
  semantic_model: [
    {
      name: 'm',
      datasets: [{ name: 'd', source: 's' }],
      metrics: [{ name: 'n', expression: { dialects: [{ dialect: 'ANSI_SQL', expression: 'SUM(d.x)' }] } }],
    },
  ],
  ...more,
});

describe('an OSI document', () => {
  it('is understood in two versions, and refused by name in any other', () => {
    expect(validateOsi(small())).toMatchObject({ ok: true });
    expect(validateOsi(small({ version: '0.2.0.dev0' }))).toMatchObject({ ok: true });
    expect(validateOsi(small({ version: '1.0' }))).toEqual({
      ok: false,
      errors: [{ pointer: '/version', message: 'is "1.0"; supported versions: 0.1.1, 0.2.0.dev0' }],
    });
    expect(validateOsi({})).toMatchObject({
      ok: false,
      errors: [{ pointer: '/version', message: expect.stringContaining('missing') }],
    });
  });

  it('is told everything that is wrong with it, each at its pointer', () => {
    const result = validateOsi({
      version: '0.1.1',
      colour: 'red',
      semantic_model: [
        {
          name: 'm',
          datasets: [],
          metrics: [{ name: 5, expression: { dialects: [{ dialect: 'KLINGON', expression: 'x' }] } }],
        },
      ],
    });
    expect(result.ok ? [] : result.errors.map((it) => it.pointer).sort()).toEqual([
      '/colour',
      '/semantic_model/0/datasets',
      '/semantic_model/0/metrics/0/expression/dialects/0/dialect',
      '/semantic_model/0/metrics/0/name',
    ]);
  });

  it('names nothing twice, and its relationships end at datasets', () => {
    const document = small();
    const model = {
      name: 'm',
      datasets: [
        { name: 'd', source: 's' },
        { name: 'd', source: 't' },
      ],
      relationships: [{ name: 'r', from: 'd', to: 'e', from_columns: ['a', 'b'], to_columns: ['a'] }],
      metrics: [],
    };
    const result = validateOsi({
      ...document,
      semantic_model: [
        model,
        ...(Array.isArray(document['semantic_model']) ? document['semantic_model'] : []),
        ...(Array.isArray(document['semantic_model']) ? document['semantic_model'] : []),
      ],
    });
    expect(result.ok ? [] : result.errors.map((it) => it.pointer)).toEqual([
      '/semantic_model/0/datasets/1/name',
      '/semantic_model/0/relationships/0/to',
      '/semantic_model/0/relationships/0/to_columns',
      '/semantic_model/2/metrics/0/name',
    ]);
  });
});

(existsSync(SHARED) ? describe : describe.skip)(
  `the schema of each version (published ones read from ${SHARED})`,
  () => {
    const documents = [
      'tpcds_semantic_model-0.1.1.yaml',
      'tpcds_semantic_model-0.2.0.dev0.yaml',
      'flights-0.2.0.dev0.yaml',
    ];

    it.each(OSI_VERSIONS)('agrees with the published one of %s on valid and mutated documents', (version) => {
      const theirs = new Ajv2020({ strict: false }).compile(read(join('schema', `osi-schema-${version}.json`)));
      const agree = (document: unknown): boolean => (schemaErrors(version, document).length === 0) === theirs(document);
      const mutations = documents.slice(0, 2).map((name) => mutated({ ...read(name), version }));
      for (const name of documents) expect(agree(read(name))).toBe(true);
      fc.assert(
        fc.property(fc.oneof(...mutations), (document) => {
          expect(agree(document)).toBe(true);
        }),
        { numRuns: 400 },
      );
      // The mutations try both sides of the line.
      const sample = fc.sample(fc.oneof(...mutations), { numRuns: 400, seed: 20261122 });
      const valid = sample.filter((document) => schemaErrors(version, document).length === 0);
      expect(valid.length).toBeGreaterThan(20);
      expect(valid.length).toBeLessThan(380);
    });

    it('takes the TPC-DS models and refuses a document of another kind', () => {
      expect(validateOsi(read('tpcds_semantic_model-0.1.1.yaml'))).toMatchObject({ ok: true });
      expect(validateOsi(read('tpcds_semantic_model-0.2.0.dev0.yaml'))).toMatchObject({ ok: true });
      const flights = validateOsi(read('flights-0.2.0.dev0.yaml'));
      expect(flights.ok ? [] : flights.errors.map((it) => it.pointer)).toEqual(
        expect.arrayContaining(['', '/ontology']),
      );
    });
  },
);

/** A document with one place changed: taken away, of another type, given a member nobody knows, or a plausible one. */
function mutated(document: Json): fc.Arbitrary<Json> {
  const places = pathsIn(document);
  const values: readonly Json[] = [
    null,
    '',
    'ANSI_SQL',
    'BIGQUERY',
    'WISDOM',
    5,
    true,
    [],
    {},
    [{}],
    'Integer',
    { is_time: 'yes' },
    [[]],
    ['a'],
  ];
  const keys = [
    'datatype',
    'dialects',
    'vendors',
    'label',
    'description',
    'ai_context',
    'extra',
    'dimension',
    'unique_keys',
    'custom_extensions',
    'fields',
  ];
  return fc.oneof(
    fc.constantFrom(...places).map((path) => changed(document, path, () => undefined)),
    fc
      .tuple(fc.constantFrom(...places), fc.constantFrom(...values))
      .map(([path, value]) => changed(document, path, () => value)),
    fc
      .tuple(fc.constantFrom(...places), fc.constantFrom(...keys), fc.constantFrom(...values))
      .map(([path, key, value]) => changed(document, path, (it) => (isObject(it) ? { ...it, [key]: value } : it))),
  );
}

type Path = readonly (string | number)[];
const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function pathsIn(value: Json, path: Path = []): Path[] {
  const inside = Array.isArray(value)
    ? value.flatMap((it, index) => pathsIn(it, [...path, index]))
    : isObject(value)
      ? Object.entries(value).flatMap(([key, it]) => pathsIn(it, [...path, key]))
      : [];
  return path.length === 0 ? inside : [path, ...inside];
}

function changed(value: Json, [step, ...rest]: Path, change: (it: Json) => Json | undefined): Json {
  if (step === undefined) return change(value) ?? null;
  const inner = (it: Json): Json | undefined => (rest.length === 0 ? change(it) : changed(it, rest, change));
  if (Array.isArray(value)) return value.flatMap((it, index) => (index === step ? (inner(it) ?? []) : [it]));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, it]) => {
      const next = key === step ? inner(it) : it;
      return next === undefined ? [] : [[key, next]];
    }),
  );
}
