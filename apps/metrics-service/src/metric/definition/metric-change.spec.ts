import type { Column, MetricDefinition, Principal } from '@svc/contracts';
import { metricDefinition, ProblemError } from '@svc/contracts';
import { type Catalogue, type ChangeRequest, decideDelete, decidePut, type MetricChange } from './metric-change';

const columns = new Map<string, Column[]>([
  [
    'flights',
    [
      { name: 'carrier', type: 'string' },
      { name: 'delay', type: 'number' },
      { name: 'day', type: 'date' },
    ],
  ],
]);
const define = (name: string, more: object = {}): MetricDefinition =>
  metricDefinition.parse({
    name,
    type: 'simple',
    source: 'flights',
    measure: { agg: 'sum', column: 'delay' },
    dimensions: ['carrier'],
    ...more,
  });
const who: Principal = { id: 'token:1', kind: 'token', role: 'editor', scopes: [], groups: [] };
const asked = (name: string, ifMatch?: string): ChangeRequest => ({
  name,
  who,
  now: new Date('2024-03-05T10:00:00Z'),
  ifMatch,
});

function put(definition: MetricDefinition, catalogue: Catalogue, ifMatch?: string, lastVersion = 0): MetricChange {
  return decidePut(definition, columns, asked(definition.name, ifMatch), catalogue, { lastVersion, access: null });
}

function catalogueOf(...definitions: MetricDefinition[]): Catalogue {
  return definitions.reduce<Catalogue>(
    (catalogue, definition) => new Map([...catalogue, [definition.name, put(definition, catalogue).metric]]),
    new Map(),
  );
}

function refusal(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('putting a metric', () => {
  it('creates version 1 and says who owns it', () => {
    expect(put(define('total'), new Map())).toMatchObject({
      kind: 'save',
      author: 'token:1',
      change: 'created',
      metric: {
        version: 1,
        owner: 'token:1',
        created_at: '2024-03-05T10:00:00.000Z',
        etag: expect.stringMatching(/^sha256:/),
      },
    });
  });

  it('gives the same definition the same tag, whatever the order of its members', () => {
    const { name, type, ...rest } = define('total');
    const [one, other] = [
      put(define('total'), new Map()),
      put(metricDefinition.parse({ ...rest, type, name }), new Map()),
    ];
    expect(one.metric.etag).toBe(other.metric.etag);
  });

  it('keeps an unchanged definition as it is', () => {
    const catalogue = catalogueOf(define('total'));
    expect(put(define('total'), catalogue, catalogue.get('total')?.etag, 1)).toEqual({
      kind: 'keep',
      metric: catalogue.get('total'),
    });
  });

  it('keeps an unchanged definition also where a metric made of it is broken already, which it did not do', () => {
    const catalogue = catalogueOf(
      define('a'),
      define('b'),
      metricDefinition.parse({ name: 'r', type: 'ratio', numerator: 'a', denominator: 'b', dimensions: ['carrier'] }),
    );
    const narrow = put(define('a', { dimensions: [] }), new Map()).metric;
    expect(put(define('a', { dimensions: [] }), new Map([...catalogue, ['a', narrow]]), narrow.etag, 1)).toEqual({
      kind: 'keep',
      metric: narrow,
    });
  });

  it('needs If-Match when the metric exists, and the right one', () => {
    const catalogue = catalogueOf(define('total'));
    const etag = catalogue.get('total')?.etag ?? '';
    expect(refusal(() => put(define('total'), catalogue)).code).toBe('precondition-required');
    expect(refusal(() => put(define('total'), catalogue, `sha256:${'0'.repeat(64)}`)).code).toBe('precondition-failed');
    expect(refusal(() => put(define('new'), catalogue, etag)).code).toBe('precondition-failed');
    for (const ifMatch of [etag, '*'])
      expect(put(define('total', { label: 'T' }), catalogue, ifMatch, 1)).toMatchObject({
        kind: 'save',
        metric: { version: 2 },
        change: 'label: none → T',
      });
  });

  it('counts on where a deleted metric of that name stopped', () => {
    expect(put(define('total'), new Map(), undefined, 3)).toMatchObject({
      kind: 'save',
      metric: { version: 4 },
      change: 'created again',
    });
  });

  it('refuses what does not fit the source, all of it at once', () => {
    const error = refusal(() =>
      put(define('total', { measure: { agg: 'sum', column: 'dealy' }, dimensions: ['carier'] }), new Map()),
    );
    expect(error.code).toBe('invalid-metric');
    expect(error.facts.errors?.map((it) => it.pointer)).toEqual(['/body/dimensions/0', '/body/measure/column']);
  });

  it('refuses a circle', () => {
    const catalogue = catalogueOf(
      define('a'),
      define('b'),
      metricDefinition.parse({ name: 'r', type: 'ratio', numerator: 'a', denominator: 'b' }),
    );
    const error = refusal(() =>
      put(metricDefinition.parse({ name: 'b', type: 'ratio', numerator: 'r', denominator: 'a' }), catalogue, '*', 1),
    );
    expect(error.detail).toMatch(/b → r → b; a metric cannot depend on itself/);
  });

  it('refuses a change that would break a metric made of it', () => {
    const catalogue = catalogueOf(
      define('a'),
      define('b'),
      metricDefinition.parse({ name: 'r', type: 'ratio', numerator: 'a', denominator: 'b', dimensions: ['carrier'] }),
    );
    expect(refusal(() => put(define('a', { dimensions: [] }), catalogue, '*', 1)).detail).toMatch(
      /^would break "r": "carrier" is not declared by both operands/,
    );
  });
});

describe('deleting a metric', () => {
  const catalogue = catalogueOf(
    define('a'),
    define('b'),
    metricDefinition.parse({ name: 'r', type: 'ratio', numerator: 'a', denominator: 'b' }),
  );

  it('is refused while another is made of it', () => {
    expect(refusal(() => decideDelete(asked('a', '*'), catalogue))).toMatchObject({
      code: 'in-use',
      facts: { data: { used_by: ['r'] } },
    });
  });

  it('needs If-Match like a replacement', () => {
    expect(refusal(() => decideDelete(asked('r'), catalogue)).code).toBe('precondition-required');
    expect(decideDelete(asked('r', catalogue.get('r')?.etag), catalogue)).toMatchObject({
      kind: 'delete',
      metric: { name: 'r' },
    });
    expect(refusal(() => decideDelete(asked('x', '*'), catalogue)).code).toBe('not-found');
  });
});
