import { listVariableOptions, type ObjectAccess, type TileData } from '@svc/contracts';
import { CALLERS, refusal } from '@svc/testing';
import { tile } from './dashboard-example';
import { EDITOR } from '../metrics-harness';
import {
  type SpecInput,
  AIRPORTS,
  READER,
  harness,
  as,
  places,
  put,
  publish,
  page,
  options,
  picture,
} from './places-dashboard';

type Options = Extract<TileData, { state: 'filter' }>['options'];

const HOSTILE = "x' OR 1=1 --";

const PRIVATE: ObjectAccess = { owner: CALLERS.owner.id, visibility: 'private', groups: [] };

const OFFERED: Options['values'] = [
  { value: 'ATL', label: 'Atlanta' },
  { value: 'LAX', label: 'Los Angeles' },
  { value: '<b>$faa</b>' },
];

describe('the options of a variable', () => {
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
