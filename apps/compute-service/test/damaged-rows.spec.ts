import { randomUUID } from 'node:crypto';
import {
  profileDataset,
  previewDataset,
  queryTables,
  resolveDatasets,
  runSql,
  startExecution,
  type TableVersion,
} from '@svc/contracts';
import { waitForJob } from '@svc/platform';
import { eventually, flipped, objectPath, rewriteFile } from '@svc/testing';
import { asEditor, harness } from './dataset-calls';
import { problemOf } from './problem-of';

const CSV = 'carrier,delay\nUA,1.5\nAA,4\nB6,-3\n';

async function stored(name: string): Promise<TableVersion> {
  const { datasets } = await harness.gateway.call(resolveDatasets, { names: [name] }, asEditor);
  const found = datasets[name]?.version;
  if (found === undefined) throw new Error(`${name} is not there`);
  return found;
}

const tamper = ({ object }: TableVersion): Promise<void> =>
  rewriteFile(objectPath(harness.warehouseRoot, object), flipped);
const sql = (text: string) =>
  harness.gateway.call(runSql, { params: {}, query: {}, body: { sql: text } }, { principal: asEditor.principal });
const refused = ({ object }: TableVersion) => ({
  code: 'object-corrupt',
  detail: expect.stringMatching(new RegExp(`damaged in storage.*${object}`)),
});

async function execute(code: string, inputs: Readonly<Record<string, TableVersion>>) {
  const files = {
    'derivations/late.py': `from svc import Dataset, derivation\n\n\n@derivation(inputs={"rows": Dataset("rows")})\ndef late(ctx):\n    ${code}\n`,
  };
  const job = await harness.gateway.call(
    startExecution,
    {
      command_id: randomUUID(),
      derivation: 'late',
      files,
      entry: 'derivations/late.py',
      function: 'late',
      params: {},
      inputs: { ...inputs },
      ordered: false,
      tolerance: null,
    },
    asEditor,
    { retry: true },
  );
  return waitForJob(harness.gateway, job.id, asEditor);
}

describe('rows whose stored bytes were changed, at the same size and times', () => {
  it('are refused by the name of their object to every reader, until the same rows are uploaded again', async () => {
    await harness.register(CSV, 'rows.csv', { name: 'rows' });
    const rows = await stored('rows');
    const params = { name: 'rows' };
    const total = await sql('SELECT sum(delay) AS total FROM rows');
    await tamper(rows);

    expect(await problemOf(sql('SELECT max(delay) FROM rows'))).toMatchObject(refused(rows));
    const preview = harness.gateway.call(previewDataset, { params, query: {} }, asEditor);
    expect(await problemOf(preview)).toMatchObject(refused(rows));
    const profile = harness.gateway.call(profileDataset, { params, query: {} }, asEditor);
    expect(await problemOf(profile)).toMatchObject(refused(rows));
    const asked = harness.gateway.call(queryTables, { sql: 'SELECT min(delay) FROM t', tables: { t: rows } }, asEditor);
    expect(await problemOf(asked)).toMatchObject(refused(rows));
    for (const code of ['return ctx.input("rows").rows', 'return ctx.sql("select * from rows")'])
      expect(await execute(code, { rows })).toMatchObject({ state: 'failed', error: refused(rows) });
    // An answer that was made of the right rows stays right.
    expect(await sql('SELECT sum(delay) AS total FROM rows')).toMatchObject({ rows: total.rows, cached: true });

    await harness.register(CSV, 'rows.csv', { name: 'rows' });
    expect(await stored('rows')).toEqual(rows);
    expect((await sql('SELECT max(delay) AS m FROM rows')).rows).toEqual([[4]]);
    expect(await execute('return ctx.input("rows").rows', { rows })).toMatchObject({
      result: { outcome: 'succeeded' },
    });
  });

  it('are replaced under every name that stands for them, also by the same rows in another order', async () => {
    const [head = '', ...lines] = CSV.replaceAll('1.5', '2.5').trim().split('\n');
    await harness.register(`${[head, ...lines].join('\n')}\n`, 'one.csv', { name: 'one' });
    await harness.register(`${[head, ...lines].join('\n')}\n`, 'two.csv', { name: 'two' });
    const before = await stored('one');
    await tamper(before);
    await harness.register(`${[head, ...lines.reverse()].join('\n')}\n`, 'two.csv', { name: 'two' });
    const after = await stored('one');
    expect(after).toMatchObject({ data_hash: before.data_hash });
    expect(after).toEqual(await stored('two'));
    expect((await sql('SELECT max(delay) AS m FROM one')).rows).toEqual([[4]]);
  });

  it('are found by reading all of it, on one replica, of which the database keeps the progress', async () => {
    await eventually(async () => {
      const [row] = await harness.sql('SELECT ended_at, holder FROM compute.scrub');
      return row?.['ended_at'] instanceof Date && row['holder'] === null;
    });
  });
});
