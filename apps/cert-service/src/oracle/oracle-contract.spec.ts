import { type Claim, ProblemError, type TableVersion } from '@svc/contracts';
import { CONTEXT, CONTRACT, OracleBench, ROWS } from '../../test/oracle-bench';
import type { LargeTables } from './large-tables';

describe('the oracle process, of a claim with a data contract', () => {
  let bench: OracleBench;
  beforeAll(async () => {
    bench = await OracleBench.open();
  });
  beforeEach(() => void bench.asked.splice(0));
  afterAll(() => bench.close());

  it('checks a contract on all rows, even when the claim is judged on a sample', async () => {
    const { attestation } = await bench
      .oracle({ mostRows: 2000 })
      .judge(bench.question({ contract: CONTRACT }), CONTEXT);
    expect(bench.asked[0]?.columns).toEqual(['id', 'unit', 'side', 'height']);
    expect(attestation.gates.find((gate) => gate.name === 'contract')).toMatchObject({
      verdict: 'sound',
      n: ROWS,
      detail: expect.stringContaining(`on ${ROWS} rows`),
    });
    const broken = await bench
      .oracle({ mostRows: 2000 })
      .judge(bench.question({ contract: { ...CONTRACT, table: { rowCount: { min: ROWS + 1 } } } }), CONTEXT);
    expect(broken.attestation).toMatchObject({ verdict: 'unsound', reason: expect.stringContaining('rowCount') });
  });

  it('judges a claim that is about a contract alone on all rows, however many', async () => {
    const claim: Claim = { question: 'The heights are whole', kind: 'table', roles: {}, declared: {} };
    const { attestation } = await bench
      .oracle({ mostRows: 2000 })
      .judge(bench.question({ claim, contract: CONTRACT }), CONTEXT);
    expect(bench.asked).toEqual([]);
    expect(attestation).toMatchObject({ verdict: 'sound', reason: expect.stringContaining(`on ${ROWS} rows`) });
    expect(attestation.oracle['sample']).toBeUndefined();
  });

  describe('with a foreign key', () => {
    const pointing = {
      ...CONTRACT,
      fields: [{ name: 'unit', type: 'integer' }],
      table: { foreignKeys: [{ fields: ['unit'], reference: { resource: 'units', fields: ['id'] } }] },
    };
    async function units(upTo: number): Promise<Record<string, TableVersion>> {
      const { object, bytes } = await bench.warehouse.put(
        await bench.rowsAs(`units-${upTo}.parquet`, `SELECT i AS id FROM range(${upTo}) t(i)`),
      );
      return {
        units: {
          data_hash: `sha256:${'5'.repeat(64)}`,
          object,
          rows: upTo,
          bytes,
          columns: [{ name: 'id', type: 'integer' }],
        },
        other: bench.table,
      };
    }

    it('holds it against the input it points to, of few rows and of many', async () => {
      const inputs = await units(ROWS / 4);
      for (const mostRows of [ROWS, 2000]) {
        const { attestation } = await bench
          .oracle({ mostRows })
          .judge(bench.question({ contract: pointing, inputs }), CONTEXT);
        expect(attestation.gates.find((gate) => gate.name === 'contract')).toMatchObject({ verdict: 'sound', n: ROWS });
      }
    });

    it('finds the rows whose unit is not there, and names clause and column', async () => {
      const { attestation } = await bench
        .oracle()
        .judge(bench.question({ contract: pointing, inputs: await units(ROWS / 4 - 1) }), CONTEXT);
      expect(attestation).toMatchObject({ verdict: 'unsound', reason: expect.stringMatching(/unit.* units/) });
    });

    it('stays inconclusive about an input that is not there', async () => {
      const { attestation } = await bench.oracle().judge(bench.question({ contract: pointing }), CONTEXT);
      expect(attestation).toMatchObject({
        verdict: 'inconclusive',
        reason: expect.stringContaining('"units" with id is not available'),
      });
    });
  });

  it('leaves open what the engine could not check on all rows', async () => {
    const refusing: LargeTables = {
      ...bench.tables,
      oneRow: () => Promise.reject(new ProblemError('query-out-of-memory', 'It needs more memory.')),
    };
    const { attestation } = await bench
      .oracle({ mostRows: 2000 }, refusing)
      .judge(bench.question({ contract: CONTRACT }), CONTEXT);
    expect(attestation).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('its contract could not be checked on all 5000 rows: It needs more memory.'),
    });
  });

  it('knows the time of the run and the rows of the run before it', async () => {
    const contract = { ...CONTRACT, table: { volume: { maxDrop: 0.5 } } };
    const asWas = (previousRowCount: number) =>
      bench.oracle().judge(bench.question({ contract, contractContext: { now: 0, previousRowCount } }), CONTEXT);
    expect((await asWas(ROWS * 3)).attestation).toMatchObject({
      verdict: 'unsound',
      reason: expect.stringContaining('volume'),
    });
    expect((await asWas(ROWS)).attestation.verdict).toBe('sound');
  });
});
