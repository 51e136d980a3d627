import { DuckDBInstance } from '@duckdb/node-api';
import { type RequestInput, resolveDatasets, type ResponseOf, sampleTable, type TableVersion } from '@svc/contracts';
import { type ComputeHarness, EDITOR, startCompute } from './compute-harness';

const ROWS = 20_000;

let harness: ComputeHarness;
let table: TableVersion;

beforeAll(async () => {
  harness = await startCompute();
  await harness.start();
  const lines = Array.from({ length: ROWS }, (_, i) => `${i},${Math.floor(i / 4)},${i % 7},${i % 2 === 0 ? 'A' : ''}`);
  await harness.register(`place,unit,day,side\n${lines.join('\n')}\n`, 'rows.csv', { name: 'rows' });
  const { datasets } = await harness.gateway.call(resolveDatasets, { names: ['rows'] }, { principal: EDITOR });
  const version = datasets['rows']?.version;
  if (version === undefined) throw new Error('rows is not there');
  table = version;
});
afterAll(() => harness.stop(), 30_000);

const sample = (over: Partial<RequestInput<typeof sampleTable>> = {}): Promise<ResponseOf<typeof sampleTable>> =>
  harness.gateway.call(
    sampleTable,
    { table, columns: ['place', 'unit', 'side'], rows: 8000, seed: 'one', by: null, ...over },
    { principal: EDITOR },
  );

/** The sampled rows, in the order in which they stand in the file. */
async function rowsOf({ staged }: { readonly staged: string }): Promise<readonly (readonly unknown[])[]> {
  const file = await harness.warehouse.staged(staged);
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const read = await connection.runAndReadAll(`FROM read_parquet('${file?.path ?? ''}')`);
  connection.closeSync();
  await file?.discard();
  return read.getRowsJson();
}

describe('a sample of a table', () => {
  it('has about as many rows as were asked for, of the columns asked for, and says how many', async () => {
    const taken = await sample();
    const rows = await rowsOf(taken);
    expect(rows).toHaveLength(taken.rows);
    // Five standard deviations of 20,000 coins.
    expect(Math.abs(taken.rows - 8000)).toBeLessThan(350);
    expect(rows.every((row) => row.length === 3)).toBe(true);
    expect(rows.some(([, , side]) => side === null)).toBe(true);
  });

  it('is the same for the same seed, and another for another', async () => {
    const [first, again, other] = [
      await rowsOf(await sample()),
      await rowsOf(await sample()),
      await rowsOf(await sample({ seed: 'two' })),
    ];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it('takes values of a column whole where there are enough of them', async () => {
    const taken = await sample({ by: 'unit' });
    expect(taken.by).toBe('unit');
    const sizes = new Map<unknown, number>();
    for (const [, unit] of await rowsOf(taken)) sizes.set(unit, (sizes.get(unit) ?? 0) + 1);
    expect(new Set(sizes.values())).toEqual(new Set([4]));
  });

  it('takes single rows where few values would be left, and says so', async () => {
    const taken = await sample({ columns: ['place', 'day'], by: 'day' });
    expect(taken.by).toBeNull();
    expect(new Set((await rowsOf(taken)).map(([, day]) => day)).size).toBe(7);
  });

  it('is all rows where no fewer were asked for', async () => {
    expect((await sample({ rows: ROWS })).rows).toBe(ROWS);
  });

  it('is refused of a column that the table does not have', async () => {
    await expect(sample({ columns: ['nothing'] })).rejects.toMatchObject({
      code: 'invalid-request',
      detail: expect.stringContaining('nothing'),
    });
    await expect(sample({ by: 'nothing' })).rejects.toMatchObject({ code: 'invalid-request' });
  });
});
