import { api, type Column } from '@svc/contracts';
import { CALLERS, namedObjectConformance, refusal } from '@svc/testing';
import { z } from 'zod';
import { type FeatureHarness, startFeature } from './feature-harness';

const COLUMNS: readonly Column[] = [
  { name: 'carrier', type: 'string' },
  { name: 'airport', type: 'integer' },
  { name: 'as_of', type: 'timestamp' },
  { name: 'mean_delay', type: 'number' },
  { name: 'flights', type: 'integer' },
];

let harness: FeatureHarness;
beforeAll(async () => {
  harness = await startFeature();
  harness.derivations.certify('delays', COLUMNS);
  await putEntity('carrier', { joinKey: 'carrier', valueType: 'string' });
}, 240_000);
afterAll(() => harness.stop(), 30_000);

const ada = CALLERS.owner;
const at = (name: string, body: unknown = null) => ({ params: { name }, query: {}, body });
const refused = async (call: Promise<unknown>) => (await refusal(call)).toProblem();
const etagIn = (answer: unknown): string => z.object({ etag: z.string() }).parse(answer).etag;
const shared = (name: string, body: object) => ({ params: { name }, query: { visibility: 'project' }, body }) as const;
const putEntity = (name: string, body: object, who = ada) => harness.ask(api.putEntity, { ...shared(name, body) }, who);
const view = (more: object = {}) => ({
  entities: ['carrier'],
  source: 'delays',
  timestampField: 'as_of',
  ttlSeconds: 86_400,
  ...more,
});
const putView = (name: string, body: object, who = ada) =>
  harness.ask(api.putFeatureView, { ...shared(name, body) }, who);

namedObjectConformance('entity', {
  ask: (endpoint, request, who) => harness.ask(endpoint, request, who),
  body: (_, n) => ({ joinKey: 'carrier', description: `Number ${n}` }),
});

namedObjectConformance('feature_view', {
  ask: (endpoint, request, who) => harness.ask(endpoint, request, who),
  body: (_, n) => view({ description: `Number ${n}` }),
});

describe('a feature view', () => {
  it('is described with its keys, its features and their types, and whether its source is certified now', async () => {
    await putView(
      'described',
      view({ features: [{ name: 'mean_delay', description: 'Minutes' }, { name: 'flights' }] }),
    );
    expect(await harness.ask(api.describeFeatureView, at('described'), CALLERS.stranger)).toMatchObject({
      view: { name: 'described', owner: ada.id },
      join_keys: [{ entity: 'carrier', column: 'carrier', type: 'string' }],
      certified: true,
      schema: [
        { name: 'mean_delay', type: 'number', description: 'Minutes' },
        { name: 'flights', type: 'integer', description: '' },
      ],
    });
  });

  it('that names no features has every column that is neither a join key nor the event time', async () => {
    await putView('whole', view());
    const detail = await harness.ask(api.describeFeatureView, at('whole'), ada);
    expect(detail).toMatchObject({ schema: [{ name: 'airport' }, { name: 'mean_delay' }, { name: 'flights' }] });
  });

  it.each([
    [{ entities: ['carier'] }, '/body/entities/0', 'there is no entity "carier"; did you mean "carrier"?'],
    [{ timestampField: 'asof' }, '/body/timestampField', '"delays" has no column "asof"; did you mean "as_of"?'],
    [{ timestampField: 'flights' }, '/body/timestampField', '"flights" is integer; it must be a date or a timestamp'],
    [{ timestampField: undefined }, '/body/ttlSeconds', 'needs a timestampField, from which age is counted'],
    [
      { features: [{ name: 'flights' }, { name: 'mean_dealy' }] },
      '/body/features/1/name',
      '"delays" has no column "mean_dealy"; did you mean "mean_delay"?',
    ],
    [{ features: [{ name: 'carrier' }] }, '/body/features/0/name', '"carrier" is a join key, not a feature'],
    [{ features: [{ name: 'as_of' }] }, '/body/features/0/name', '"as_of" is the event time, not a feature'],
    [{ features: [{ name: 'flights' }, { name: 'flights' }] }, '/body/features/1/name', '"flights" is listed twice'],
  ])('that does not fit is refused at the member: %j', async (more, pointer, message) => {
    expect(await refused(putView('unfit', view(more)))).toMatchObject({
      code: 'invalid-view',
      errors: [{ pointer, message }],
    });
  });

  it('is refused when a join key has another type than its entity says, or is missing', async () => {
    await putEntity('airport', { joinKey: 'airport', valueType: 'string' });
    await putEntity('plane', { joinKey: 'tail_number' });
    expect(await refused(putView('unfit', view({ entities: ['airport', 'plane'] })))).toMatchObject({
      code: 'invalid-view',
      errors: [
        {
          pointer: '/body/entities/0',
          message: 'has a join key of type string, but "airport" of "delays" is integer',
        },
        {
          pointer: '/body/entities/1',
          message: 'has the join key "tail_number", but "delays" has no column "tail_number"',
        },
      ],
    });
  });

  it('is refused over a source that is not certified now, with the reason; one that exists says so', async () => {
    harness.derivations.certify('fading', COLUMNS);
    await putView('fades', view({ source: 'fading' }));
    harness.derivations.withdraw('fading', 'its data changed');
    expect(await refused(putView('late', view({ source: 'fading' })))).toMatchObject({
      code: 'uncertified-source',
      detail: expect.stringContaining('"fading" is not certified: its data changed.'),
    });
    expect(await harness.ask(api.describeFeatureView, at('fades'), ada)).toMatchObject({
      certified: false,
      reason: 'its data changed',
    });
    expect(await refused(putView('none', view({ source: 'nowhere' })))).toMatchObject({ code: 'uncertified-source' });
  });

  it('is refused when its source has a column that retrieval needs for itself', async () => {
    harness.derivations.certify('numbered', [...COLUMNS, { name: 'File_Row_Number', type: 'integer' }]);
    expect(await refused(putView('unfit', view({ source: 'numbered' })))).toMatchObject({
      errors: [{ pointer: '/body/source', message: expect.stringContaining('reserved') }],
    });
  });
});

describe('an entity', () => {
  it('that views use is not deleted, and keeps its key; the refusal names the views that the caller sees', async () => {
    await putEntity('line', { joinKey: 'carrier' });
    const of = { entities: ['line'], source: 'delays' };
    await putView('open_line', of);
    await harness.ask(api.putFeatureView, at('closed_line', of), ada);
    const found = await harness.ask(api.getEntity, at('line'), ada);
    const if_match = etagIn(found);
    const root = CALLERS.admin;
    expect(await refused(harness.ask(api.deleteEntity, { ...at('line'), if_match }, root))).toMatchObject({
      code: 'in-use',
      data: { views: ['closed_line', 'open_line'], hidden: 0 },
    });
    const moved = { ...at('line'), body: { joinKey: 'airport' }, if_match };
    expect(await refused(harness.ask(api.putEntity, moved, ada))).toMatchObject({ code: 'in-use' });
    const described = { ...at('line'), body: { joinKey: 'carrier', description: 'An airline' }, if_match };
    expect(await harness.ask(api.putEntity, described, ada)).toMatchObject({ version: 2 });
  });

  it('and a view of it, deleted and defined at once, end in a registry where every view has its entities', async () => {
    for (let round = 0; round < 5; round += 1) {
      const name = `brief_${round}`;
      const made = await putEntity(name, { joinKey: 'carrier' });
      const if_match = etagIn(made);
      const [deleted, defined] = await Promise.allSettled([
        harness.ask(api.deleteEntity, { ...at(name), if_match }, ada),
        putView(`view_of_${name}`, { entities: [name], source: 'delays' }),
      ]);
      expect([deleted.status, defined.status].sort()).toEqual(['fulfilled', 'rejected']);
    }
  });
});
