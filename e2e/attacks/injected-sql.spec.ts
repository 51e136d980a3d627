import { z } from 'zod';
import { DERIVATION, METRIC, prepareTargets } from './made-for-attacks';
import { Attacker, value } from './wire';

const answer = z.looseObject({ rows: z.array(z.array(z.json())) });
let by: Attacker;
beforeAll(async () => {
  by = await Attacker.begin();
  await prepareTargets(by);
});
const query = (body: object) => by.send('POST', `/api/metrics/${METRIC}/query`, body);

describe('SQL in the value of a metric filter', () => {
  it.each([
    "x' or '1'='1",
    "x' or 1=1 --",
    "x'; drop table attacked; --",
    "x' union select 1 --",
    '\\',
    '$1',
    '?',
    '%',
    'x\u0027'.repeat(50),
  ])('is a text like any other: %s', async (text) => {
    expect(value(answer, await query({ filters: [{ column: 'place', op: '=', value: text }] })).rows).toEqual([[0]]);
  });

  it('is a text in a list too', async () => {
    expect(
      value(answer, await query({ filters: [{ column: 'place', op: 'in', value: ["x') or 1=1 --", 'x'] }] })).rows,
    ).toEqual([[200]]);
  });
});

const NAMES = [
  'place"; drop table attacked; --',
  'place" or 1=1',
  '1; select 1',
  'count(*)',
  '*',
  '(select 1)',
  'place--',
  'PLACE',
  ' place',
  'plаce',
];

describe('SQL in a name', () => {
  it.each(NAMES)('is refused as an undeclared column: %s', async (name) => {
    expect(await query({ group_by: [name] })).toMatchObject({ status: 400, code: 'undeclared-dimension' });
    expect(await query({ filters: [{ column: name, op: '=', value: 'x' }] })).toMatchObject({
      status: 400,
      code: 'undeclared-dimension',
    });
    expect(await query({ group_by: ['place'], order: [{ by: name, direction: 'asc' }] })).toMatchObject({
      status: 400,
      code: 'invalid-request',
    });
  });

  it.each(["UTC'; select 1; --", 'UTC" --', '../../etc/localtime', 'Europe/Berlin\u0000'])(
    'is refused as a time zone: %s',
    async (timezone) => {
      expect(await query({ grain: 'month', timezone })).toMatchObject({ status: 400 });
    },
  );

  it.each(['=1) or (1', 'or', '= any', 'in (select 1) --'])('is refused as an operator: %s', async (op) => {
    expect(await query({ filters: [{ column: 'place', op, value: 'x' }] })).toMatchObject({ status: 400 });
  });

  it.each(['asc; select 1', 'asc nulls first, (select 1)'])('is refused as a direction: %s', async (direction) => {
    expect(await query({ group_by: ['place'], order: [{ by: 'place', direction }] })).toMatchObject({
      status: 400,
      code: 'invalid-request',
    });
  });

  it.each([
    '1; drop table x',
    `(select count(*) from ${DERIVATION})`,
    "read_csv('/etc/passwd')",
    `${METRIC} "x"`,
    `getenv('HOME')`,
    `${METRIC} + $1`,
  ])('is refused in an expression of metrics: %s', async (expression) => {
    expect(
      await by.send('PUT', '/api/metrics/attacked_expression', {
        name: 'attacked_expression',
        type: 'derived',
        expression,
      }),
    ).toMatchObject({ status: 400 });
  });

  it.each(['delay"); drop table x; --', 'delay" + "delay', '*', 'rowid'])(
    'is refused as the column of a measure: %s',
    async (column) => {
      const body = { name: 'attacked_measure', type: 'simple', source: DERIVATION, measure: { agg: 'sum', column } };
      expect(await by.send('PUT', '/api/metrics/attacked_measure', body)).toMatchObject({
        status: 400,
        code: 'invalid-metric',
      });
    },
  );
});

const REACHING_OUT = [
  "select * from read_csv('/etc/passwd')",
  "select * from read_text('/etc/passwd')",
  "select * from read_blob('/proc/self/environ')",
  "select * from read_parquet('/**/*.parquet')",
  "select * from glob('/*')",
  "select * from read_json_auto('/etc/hostname')",
  "attach '/tmp/x.db'",
  "attach 'host=127.0.0.1' as p (type postgres)",
  'detach memory',
  'use main',
  `copy ${DERIVATION} to '/tmp/x.csv'`,
  "copy t from '/etc/passwd'",
  "export database '/tmp/x'",
  "import database '/tmp/x'",
  'install httpfs',
  "install x from 'http://example.com'",
  'load httpfs',
  'pragma database_list',
  'pragma enable_profiling',
  "set memory_limit = '1TB'",
  'set enable_external_access = true',
  'reset memory_limit',
  'call pragma_version()',
  'checkpoint',
  'vacuum',
  'create table x as select 1',
  'create macro m(a) as a',
  'insert into attacked values (1)',
  'update attacked set delay = 0',
  'delete from attacked',
  `drop view ${DERIVATION}`,
  `alter table ${DERIVATION} rename to x`,
  'begin',
  'prepare p as select 1',
  "select getenv('HOME')",
  'select 1; select 2',
  "select current_setting('temp_directory')",
  'select * from duckdb_secrets()',
  'create secret s (type s3)',
  "select * from sqlite_scan('/tmp/x', 'y')",
];

describe('a statement that reaches beyond its tables', () => {
  it.each(REACHING_OUT)('is refused: %s', async (sql) => {
    expect(await by.sql(sql)).toMatchObject({ status: 400, code: 'invalid-sql' });
  });

  it.each([
    "select * from '/etc/passwd'",
    "select * from 'https://example.com/x.csv'",
    'select * from "s3://bucket/x.parquet"',
  ])('names a table that does not exist: %s', async (sql) => {
    expect(await by.sql(sql)).toMatchObject({ status: 404, code: 'not-found' });
  });

  it('is refused in a saved query and in the draft of a derivation too', async () => {
    for (const sql of ["select * from read_csv('/etc/passwd')", "attach '/tmp/x.db'"]) {
      expect(await by.send('PUT', '/api/queries/attacked_query', { sql })).toMatchObject({
        status: 400,
        code: 'invalid-sql',
      });
      expect(await by.send('POST', '/api/sql/draft', { name: 'attacked_draft', sql })).toMatchObject({
        status: 400,
        code: 'invalid-sql',
      });
    }
  });

  it('harms nothing: every row is still there', async () => {
    expect(value(answer, await by.sql(`select count(*) from ${DERIVATION}`)).rows).toEqual([[600]]);
  });
});
