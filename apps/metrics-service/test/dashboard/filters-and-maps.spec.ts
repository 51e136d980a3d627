import { buffer } from 'node:stream/consumers';
import {
  exportDashboard,
  exportGrafanaDashboard,
  getDashboard,
  getDashboardSchema,
  listVariableOptions,
  type ObjectAccess,
  type Principal,
  ProblemError,
  publishDashboard,
  putDashboard,
  putMetric,
  readDashboardPage,
  renderDashboardPage,
  renderDashboardPagePng,
  type RequestInput,
  type TileData,
} from '@svc/contracts';
import { CALLERS, refusal } from '@svc/testing';
import { Ajv2020 } from 'ajv/dist/2020';
import { DELAY_TOTAL, FLIGHTS, tile } from './dashboard-example';
import { EDITOR, type MetricsHarness, startMetrics } from '../metrics-harness';

type SpecInput = RequestInput<typeof putDashboard>['body'];
type Options = Extract<TileData, { state: 'filter' }>['options'];

const HOSTILE = "x' OR 1=1 --";
const AIRPORTS = {
  columns: [
    { name: 'faa', type: 'string' },
    { name: 'name', type: 'string' },
    { name: 'lon', type: 'number' },
    { name: 'lat', type: 'number' },
    { name: 'rank', type: 'integer' },
    { name: 'opened', type: 'date' },
  ],
  rows: [
    { faa: 'LAX', name: 'Los Angeles', lon: -118.4, lat: 33.9, rank: 2, opened: '1930-10-01' },
    { faa: 'ATL', name: 'Atlanta', lon: -84.4, lat: 33.6, rank: 1, opened: '1926-09-15' },
    { faa: 'ATL', name: 'Hartsfield', lon: -84.4, lat: 33.6, rank: 1, opened: '1926-09-15' },
    { faa: '<b>$faa</b>', name: null, lon: 1000, lat: 2, rank: 3, opened: null },
    { faa: null, name: 'None', lon: null, lat: null, rank: null, opened: null },
  ],
};
const PRIVATE: ObjectAccess = { owner: CALLERS.owner.id, visibility: 'private', groups: [] };
const READER: Principal = CALLERS.viewer;

let harness: MetricsHarness;
const as = (principal: Principal = EDITOR) => ({ principal });
const params = { name: 'places' };

/** A page of filters and maps; two of its tiles stand on the derivation whose values are offered. */
function places(change: Partial<SpecInput> = {}): SpecInput {
  return {
    specVersion: '1.0',
    kind: 'Dashboard',
    name: 'places',
    title: 'Places',
    theme: 'dark',
    variables: [
      {
        name: 'airport',
        label: 'Airport',
        type: 'string',
        control: 'multiselect',
        default: null,
        options: { derivation: 'airports', column: 'faa', labelColumn: 'name' },
      },
      {
        name: 'carrier',
        type: 'string',
        control: 'dropdown',
        default: 'B6',
        options: { values: ['B6', { value: 'DL', label: 'Delta' }] },
        scope: 'page',
        appliesTo: ['late'],
      },
      { name: 'any', type: 'string', control: 'search' },
    ],
    pages: [
      {
        name: 'overview',
        title: 'Overview',
        columns: 12,
        widgets: [
          { id: 'which_airport', type: 'filter', gridPos: { x: 0, y: 0, w: 4, h: 3 }, variable: 'airport' },
          {
            id: 'which_carrier',
            type: 'filter',
            title: 'Airline',
            gridPos: { x: 4, y: 0, w: 4, h: 3 },
            variable: 'carrier',
          },
          {
            id: 'late',
            type: 'metric',
            title: 'Minutes lost',
            gridPos: { x: 8, y: 0, w: 4, h: 4 },
            bind: { metric: 'delay_total', filters: [{ column: 'carrier', op: 'eq', value: '$carrier' }] },
            interactions: { drillDown: { hierarchy: ['carrier', 'day'], param: 'carrier' } },
          },
          {
            id: 'map',
            type: 'map',
            title: 'Airports',
            gridPos: { x: 0, y: 4, w: 12, h: 8 },
            bind: { derivation: 'airports', filters: [{ column: 'faa', op: 'in', value: '$airport' }] },
            viz: {
              mark: 'point',
              encoding: { longitude: { field: 'lon' }, latitude: { field: 'lat' }, color: { field: 'faa' } },
            },
          },
        ],
      },
    ],
    ...change,
  };
}

const put = (body: SpecInput, by?: Principal) =>
  harness.gateway
    .call(putDashboard, { params: { name: body.name }, query: {}, body, if_match: '*' }, as(by))
    .catch((error: unknown) => {
      if (error instanceof ProblemError && error.code === 'precondition-failed')
        return harness.gateway.call(putDashboard, { params: { name: body.name }, query: {}, body }, as(by));
      throw error;
    });
const publish = (name = 'places') =>
  harness.gateway.call(publishDashboard, { params: { name }, query: {}, body: {}, if_match: '*' }, as());
const page = (variables: Record<string, string | string[]> = {}, principal: Principal = READER) =>
  harness.gateway.call(
    readDashboardPage,
    { params: { ...params, page: 'overview' }, query: {}, body: { variables } },
    as(principal),
  );
const options = (variable: string, principal: Principal = READER, draft: 'true' | 'false' = 'false') =>
  harness.gateway.call(listVariableOptions, { params: { ...params, variable }, query: { draft } }, as(principal));

async function picture(form: 'svg' | 'png', name = 'places'): Promise<Buffer> {
  const answer = await harness.gateway.exchange(
    form === 'svg' ? renderDashboardPage : renderDashboardPagePng,
    { params: { name, page: 'overview' }, query: { draft: 'false' } },
    as(READER),
  );
  if (answer.kind !== 'file') throw new Error(`a picture was expected, not a ${answer.kind}`);
  return buffer(await harness.open(answer.file.object));
}

beforeAll(async () => {
  harness = await startMetrics();
  await harness.world.certify('flights', FLIGHTS);
  await harness.world.certify('airports', AIRPORTS);
  await harness.gateway.call(putMetric, { params: { name: 'delay_total' }, query: {}, body: DELAY_TOTAL }, as());
  await put(places());
  await publish();
}, 240_000);
afterAll(() => harness.stop());

const OFFERED: Options['values'] = [
  { value: 'ATL', label: 'Atlanta' },
  { value: 'LAX', label: 'Los Angeles' },
  { value: '<b>$faa</b>' },
];

describe('what may be chosen for a variable', () => {
  it('is a list, the values of a certified derivation with their certificate, or anything', async () => {
    expect(await options('carrier')).toEqual({
      variable: 'carrier',
      from: 'list',
      values: [{ value: 'B6' }, { value: 'DL', label: 'Delta' }],
      truncated: false,
      sources: [],
    });
    expect(await options('airport')).toEqual({
      variable: 'airport',
      from: 'derivation',
      values: OFFERED,
      truncated: false,
      sources: [
        expect.objectContaining({
          derivation: 'airports',
          verdict: 'sound',
          certificate_digest: expect.stringMatching(/^sha256:/),
        }),
      ],
    });
    expect(await options('any')).toEqual({ variable: 'any', from: 'any', values: [], truncated: false, sources: [] });
  });

  it('is asked with names quoted and nothing else written into the statement', async () => {
    await options('airport');
    expect(harness.world.queries.at(-1)).toMatchObject({
      sql: 'SELECT s."faa" AS value, CAST(min(s."name") AS VARCHAR) AS label FROM "airports" AS s WHERE s."faa" IS NOT NULL GROUP BY 1 ORDER BY 2 NULLS LAST, 1 LIMIT 1001',
      parameters: [],
      limit: 1000,
    });
  });

  it('is refused while the derivation is not certified, and is answered again when it is', async () => {
    harness.world.withdraw('airports', 'it was revoked.');
    expect(await refusal(options('airport'))).toMatchObject({
      code: 'uncertified-source',
      detail: expect.stringContaining('it was revoked.'),
    });
    expect(await options('carrier')).toMatchObject({ from: 'list' });
    await harness.world.certify('airports', AIRPORTS);
    expect(await options('airport')).toMatchObject({ values: OFFERED });
  });

  it('is asked with the eyes of the reader', async () => {
    harness.world.access.set('airports', PRIVATE);
    const refused = await refusal(options('airport'));
    expect(refused).toMatchObject({
      code: 'uncertified-source',
      facts: { data: { sources: [{ name: 'airports', reason: 'there is no derivation of that name.' }] } },
    });
    expect(JSON.stringify(refused)).not.toMatch(/Atlanta|faa/);
    expect(await options('airport', CALLERS.owner)).toMatchObject({ values: OFFERED });
    harness.world.access.delete('airports');
  });

  it('is at most a thousand values, and says that there are more', async () => {
    const rows = Array.from({ length: 1500 }, (_, index) => ({
      ...AIRPORTS.rows[0],
      faa: `A${String(index).padStart(4, '0')}`,
      name: `Airport ${String(index).padStart(4, '0')} ${'x'.repeat(400)}`,
    }));
    await harness.world.certify('airports', {
      ...AIRPORTS,
      rows: [...rows, { ...AIRPORTS.rows[0], faa: 'x'.repeat(5000), name: 'A' }],
    });
    const { values, truncated } = await options('airport');
    expect([values.length, truncated, values[0]?.label?.length]).toEqual([999, true, 256]);
    await harness.world.certify('airports', AIRPORTS);
  });

  it('is of a variable that is there, and of a draft for those who may change it', async () => {
    expect((await refusal(options('airprt'))).detail).toContain('did you mean "airport"?');
    expect((await refusal(options('airport', READER, 'true'))).code).toBe('not-found');
    expect(await options('airport', EDITOR, 'true')).toMatchObject({ from: 'derivation' });
  });
});

describe('a filter', () => {
  it('carries its variable, what is chosen and what there is to choose from', async () => {
    const answer = await page();
    expect(answer.tiles.map((it) => [it.id, it.type, it.state])).toEqual([
      ['which_airport', 'filter', 'filter'],
      ['which_carrier', 'filter', 'filter'],
      ['late', 'metric', 'answered'],
      ['map', 'map', 'answered'],
    ]);
    expect(tile(answer, 'which_airport')).toMatchObject({
      variable: { name: 'airport', label: 'Airport', type: 'string', control: 'multiselect' },
      value: null,
      options: { from: 'derivation', values: OFFERED },
    });
    expect(tile(answer, 'which_carrier')).toMatchObject({
      title: 'Airline',
      variable: { label: 'carrier' },
      value: 'B6',
      options: { from: 'list' },
    });
    expect(tile(answer, 'late')).toMatchObject({ answer: { rows: [[30]] } });
  });

  it('hands what a reader chooses to the query as a parameter, and in no other way', async () => {
    const before = harness.world.queries.length;
    const answer = await page({ airport: ['ATL', HOSTILE, '$carrier', '$$5'], carrier: 'DL' });
    expect(tile(answer, 'which_airport')).toMatchObject({ value: ['ATL', HOSTILE, '$carrier', '$$5'] });
    expect(tile(answer, 'map')).toMatchObject({ answer: { row_count: 2 } });
    const asked = harness.world.queries.slice(before);
    expect(asked.filter((it) => it.sql.includes('OR 1=1') || it.sql.includes('$carrier'))).toEqual([]);
    expect(asked.some((it) => JSON.stringify(it.parameters).includes(HOSTILE))).toBe(true);
  });

  it('fails alone when its derivation is revoked between publication and reading', async () => {
    harness.world.withdraw('airports', 'it was revoked.');
    const answer = await page();
    const refused = { state: 'uncertified', sources: [{ name: 'airports', reason: 'it was revoked.' }] };
    expect(answer.tiles).toMatchObject([
      { id: 'which_airport', ...refused },
      { id: 'which_carrier', state: 'filter' },
      { id: 'late', state: 'answered' },
      { id: 'map', ...refused },
    ]);
    const svg = (await picture('svg')).toString();
    expect(svg).toContain('Not certified now');
    expect(svg).not.toContain('Atlanta');
    expect(await refusal(publish())).toMatchObject({
      code: 'uncertified-source',
      facts: {
        errors: [
          { pointer: '/variables/0/options/derivation', message: expect.stringContaining('it was revoked.') },
          { pointer: '/pages/0/widgets/3/bind/derivation' },
        ],
      },
    });
    await harness.world.certify('airports', AIRPORTS);
  });

  it('fails alone when the column is gone', async () => {
    await harness.world.certify('airports', { columns: AIRPORTS.columns.slice(1), rows: AIRPORTS.rows });
    const answer = await page();
    expect(answer.tiles).toMatchObject([
      { state: 'failed', problem: { code: 'invalid-request' } },
      { state: 'filter' },
      { state: 'answered' },
      { state: 'answered' },
    ]);
    await harness.world.certify('airports', AIRPORTS);
  });

  it('is saved as a draft while its derivation is not certified, and refused where its column will never do', async () => {
    const offering = (column: string, rest: object = {}): SpecInput =>
      places({
        name: 'wrong',
        variables: [
          {
            name: 'airport',
            type: 'string',
            control: 'dropdown',
            options: { derivation: 'airports', column, ...rest },
          },
        ],
        pages: [{ name: 'overview', title: 'Overview', widgets: [] }],
      });
    expect((await refusal(put(offering('fa')))).facts.errors).toEqual([
      { pointer: '/body/variables/0/options/column', message: expect.stringContaining('did you mean "faa"?') },
    ]);
    expect((await refusal(put(offering('faa', { labelColumn: 'nam' })))).facts.errors).toMatchObject([
      { pointer: '/body/variables/0/options/labelColumn' },
    ]);
    expect((await refusal(put(offering('rank')))).facts.errors).toEqual([
      {
        pointer: '/body/variables/0/options/column',
        message: '"rank" is of type integer, and the variable of type string',
      },
    ]);
    expect((await refusal(put(offering('faa"; DROP TABLE airports; --')))).code).toBe('invalid-dashboard');
    harness.world.withdraw('airports', 'it was revoked.');
    expect(await put(offering('faa'))).toMatchObject({ status: 'draft' });
    expect(await refusal(publish('wrong'))).toMatchObject({ code: 'uncertified-source' });
    await harness.world.certify('airports', AIRPORTS);
    expect(await publish('wrong')).toMatchObject({ status: 'published' });
  });

  it('offers days and whole numbers as such', async () => {
    const variables: SpecInput['variables'] = [
      { name: 'opened', type: 'date', control: 'date', options: { derivation: 'airports', column: 'opened' } },
      { name: 'rank', type: 'integer', control: 'dropdown', options: { derivation: 'airports', column: 'rank' } },
      { name: 'east', type: 'number', control: 'search', options: { derivation: 'airports', column: 'lon' } },
    ];
    await put(places({ name: 'types', variables, pages: [{ name: 'overview', title: 'Overview', widgets: [] }] }));
    const values = async (variable: string) =>
      (
        await harness.gateway.call(
          listVariableOptions,
          { params: { name: 'types', variable }, query: { draft: 'true' } },
          as(),
        )
      ).values.map((it) => it.value);
    expect([await values('opened'), await values('rank'), await values('east')]).toEqual([
      ['1926-09-15', '1930-10-01'],
      [1, 2, 3],
      [-118.4, -84.4, 1000],
    ]);
  });
});

describe('interactions', () => {
  it('go down by dimensions of the metric', async () => {
    const [late] = places().pages[0]?.widgets.slice(2, 3) ?? [];
    if (late?.type !== 'metric') throw new Error('the tile is a metric');
    const wrong = places({
      name: 'wrong',
      pages: [
        {
          name: 'overview',
          title: 'Overview',
          widgets: [{ ...late, interactions: { drillDown: { hierarchy: ['carrier', 'carier'], param: 'carrier' } } }],
        },
      ],
      variables:
        places()
          .variables?.slice(1, 2)
          .map(({ appliesTo: _, ...it }) => it) ?? [],
    });
    expect((await refusal(put(wrong))).facts.errors).toEqual([
      {
        pointer: '/body/pages/0/widgets/0/interactions/drillDown/hierarchy/1',
        message: expect.stringContaining('did you mean "carrier"?'),
      },
    ]);
  });
});

describe('a page with a map', () => {
  it('is drawn dark, with the certificate of its values, and says how many rows have no place', async () => {
    const svg = (await picture('svg')).toString();
    expect(svg).toContain('>2 without a place</text>');
    expect(svg).toContain('fill="#0d1117"');
    expect(svg).not.toContain('fill="#f6f8fa"');
    expect(svg).toMatch(/airports: sound, certificate sha256:/);
    expect((await picture('png')).subarray(1, 4).toString()).toBe('PNG');
  });

  it('may have sixty, and be drawn while others are asked', async () => {
    const map = places().pages[0]?.widgets[3];
    if (map === undefined) throw new Error('the tile is a map');
    const widgets = Array.from({ length: 60 }, (_, index) => ({
      ...map,
      id: `map_${index}`,
      gridPos: { x: (index % 4) * 6, y: Math.floor(index / 4) * 6, w: 6, h: 6 },
    }));
    await put(
      places({
        name: 'many',
        variables: places().variables?.slice(0, 1) ?? [],
        pages: [{ name: 'overview', title: 'Overview', widgets }],
      }),
    );
    await publish('many');
    expect((await picture('svg', 'many')).toString().match(/>2 without a place</g)).toHaveLength(60);
  });

  it('is exported whole, also for Grafana', async () => {
    const document = await harness.gateway.call(exportDashboard, { params, query: {} }, as(READER));
    expect(document.values['overview']?.tiles.map((it) => it.state)).toEqual([
      'filter',
      'filter',
      'answered',
      'answered',
    ]);
    expect(document.dashboard.spec).toMatchObject({ theme: 'dark', pages: [{ columns: 12 }] });
    const exported = JSON.stringify(
      await harness.gateway.call(exportGrafanaDashboard, { params, query: {} }, as(READER)),
    );
    expect(exported).toContain('"url":"/api/dashboards/places/variables/airport/options"');
    expect(exported).toContain('"type":"geomap"');
  });

  it('is what the JSON Schema says, with options in both forms', async () => {
    const validate = new Ajv2020({ strict: false }).compile(
      await harness.gateway.call(getDashboardSchema, { params: {}, query: {} }, as(READER)),
    );
    expect([validate(places()), validate.errors]).toEqual([true, null]);
    expect(validate(await harness.gateway.call(getDashboard, { params, query: {} }, as()).then((it) => it.spec))).toBe(
      true,
    );
    for (const wrong of [
      { theme: 'blue' },
      { pages: [{ name: 'a', title: 'A', columns: 0, widgets: [] }] },
      { variables: [{ name: 'a', type: 'string', control: 'search', options: { values: [[]] } }] },
    ])
      expect(validate({ ...places(), ...wrong })).toBe(false);
  });

  it('keeps a specification of an earlier time as it was, with the entity tag that it had', async () => {
    const old = places({ name: 'old', variables: [], pages: [{ name: 'overview', title: 'Overview', widgets: [] }] });
    const { theme: _, ...earlier } = old;
    const saved = await put(earlier);
    expect(saved.spec).toEqual({ ...earlier, refresh: { interval: 'off' } });
    expect((await put(earlier)).etag).toBe(saved.etag);
  });
});
