import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { flipped, objectPath, rewriteFile } from '@svc/testing';
import { CLAIM, CONTEXT, OracleBench, ROWS } from '../../test/oracle-bench';
import type { LargeTables } from './large-tables';

describe('the oracle process', () => {
  let bench: OracleBench;
  beforeAll(async () => {
    bench = await OracleBench.open();
  });
  beforeEach(() => void bench.asked.splice(0));
  afterAll(() => bench.close());

  it('judges all rows, and keeps the page of pictures in the warehouse', async () => {
    const { attestation, pictures } = await bench.oracle().judge(bench.question(), CONTEXT);
    expect(attestation).toMatchObject({ verdict: 'sound', estimate: { n: ROWS }, oracle: { attempts: 3 } });
    expect(attestation.oracle['sample']).toBeUndefined();
    expect(bench.asked).toEqual([]);
    const page = await text(await bench.warehouse.openRead(pictures?.object ?? ''));
    expect(page).toMatch(/^<svg [^]*B is higher than A[^]*heights, data sha256:4{64}[^]*attempt 3[^]*<\/svg>\n$/);
    expect(Buffer.byteLength(page)).toBe(pictures?.bytes);
  });

  it('judges no rows that were changed in storage, and says which object they are', async () => {
    await rewriteFile(objectPath(join(bench.folder, 'warehouse'), bench.table.object), flipped);
    await expect(bench.oracle().judge(bench.question(), CONTEXT)).rejects.toThrow(
      new RegExp(`object-corrupt.*${bench.table.object}`),
    );
    await bench.warehouse.put(join(bench.folder, 'rows.parquet'));
  });

  it('says the same of the same rows, to the last digit and the last pixel', async () => {
    const one = bench.oracle();
    const first = await one.judge(bench.question(), CONTEXT);
    expect(await one.judge(bench.question(), CONTEXT)).toEqual(first);
    expect(await bench.oracle().judge(bench.question(), CONTEXT)).toEqual(first);
  });

  it('counts attempts against the claim: the attempts gate and its level are in the report', async () => {
    const { attestation } = await bench.oracle().judge(bench.question({ attempts: 9 }), CONTEXT);
    expect(attestation.gates.find((gate) => gate.name === 'attempts')).toMatchObject({
      statistic: 9,
      detail: expect.stringContaining('9 attempts were made on this data'),
    });
  });

  it('judges a sample of more rows than it may hold, and says which', async () => {
    const claim = { ...CLAIM, declared: { ...CLAIM.declared, unit: 'unit' } };
    const { attestation, pictures } = await bench.oracle({ mostRows: 2000 }).judge(bench.question({ claim }), CONTEXT);
    expect(bench.asked).toMatchObject([{ rows: 2000, seed: bench.table.data_hash, by: 'unit' }]);
    expect(attestation.oracle['sample']).toEqual({ rows: ROWS / 2, of: ROWS, by: 'unit', seed: bench.table.data_hash });
    expect(attestation.reason).toContain(
      `judged on a seeded sample of ${ROWS / 2} of ${ROWS} rows, taking values of unit whole, seed ${bench.table.data_hash}`,
    );
    expect(attestation.estimate?.n).toBe(ROWS / 2);
    expect(await text(await bench.warehouse.openRead(pictures?.object ?? ''))).toContain('judged on a seeded sample');
  });

  it('suggests a claim from a sample of more rows than it may hold, and says so', async () => {
    const roles = { group: 'side' };
    const whole = await bench.oracle().suggest(bench.table, CONTEXT);
    expect(whole).toMatchObject({ claim: { kind: 'comparison', roles }, sample: null });
    const sampled = await bench.oracle({ mostRows: 2000 }).suggest(bench.table, CONTEXT);
    expect(sampled).toMatchObject({ claim: { kind: 'comparison', roles }, sample: { rows: ROWS / 2, of: ROWS } });
  });

  it('leaves nothing staged behind', async () => {
    const staged: string[] = [];
    const watching: LargeTables = {
      ...bench.tables,
      sample: async (...args) => {
        const taken = await bench.tables.sample(...args);
        staged.push(taken.staged);
        return taken;
      },
    };
    await bench.oracle({ mostRows: 2000 }, watching).judge(bench.question(), CONTEXT);
    expect(await bench.warehouse.staged(staged[0] ?? '')).toBeNull();
  });

  it('ends at its time-out, or when the caller cancels', async () => {
    await expect(bench.oracle({ timeoutMs: 1 }).judge(bench.question(), CONTEXT)).rejects.toMatchObject({
      detail: expect.stringContaining('SVC_ORACLE_TIMEOUT_MS'),
    });
    const gone = new AbortController();
    gone.abort(new Error('cancelled'));
    await expect(bench.oracle().judge(bench.question(), { ...CONTEXT, signal: gone.signal })).rejects.toThrow();
  });

  it('judges the next run after a process was stopped or has died', async () => {
    const one = bench.oracle({ program: join(__dirname, 'test/run-oracle-worker.js'), timeoutMs: 20_000 });
    const gone = new AbortController();
    const stopped = one.judge(bench.question(), { ...CONTEXT, signal: gone.signal });
    gone.abort(new Error('cancelled'));
    await expect(stopped).rejects.toThrow('cancelled');
    expect((await one.judge(bench.question(), CONTEXT)).attestation.verdict).toBe('sound');
  });

  it('is held to its memory by the kernel: what does not fit is an error, not a dead service', async () => {
    await expect(
      bench
        .oracle({ program: join(__dirname, 'test/run-greedy-worker.js'), memoryMb: 128 })
        .judge(bench.question(), CONTEXT),
    ).rejects.toMatchObject({ detail: expect.stringContaining('Array buffer allocation failed') });
  });

  it('refuses a claim that the rows do not fit, and says what was meant', async () => {
    const claim = { ...CLAIM, roles: { group: 'side', value: 'hight' } };
    await expect(bench.oracle().judge(bench.question({ claim }), CONTEXT)).rejects.toMatchObject({
      code: 'invalid-claim',
      facts: { errors: [{ pointer: '/roles/value', message: expect.stringContaining('did you mean "height"') }] },
    });
  });
});
