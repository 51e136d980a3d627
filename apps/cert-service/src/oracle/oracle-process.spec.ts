import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DuckDBInstance } from '@duckdb/node-api';
import { type Claim, ProblemError, type TableVersion } from '@svc/contracts';
import { flipped, objectPath, rewriteFile } from '@svc/testing';
import { openWarehouse, type Warehouse } from '@svc/warehouse';
import type { OracleContext, OracleQuestion } from '../run/run.ports';
import { OracleProcess, type OracleSettings } from './oracle-process';
import type { LargeTables, SampleRequest } from './large-tables';

const ROWS = 5000;
const CLAIM: Claim = {
  question: 'B is higher than A',
  kind: 'comparison',
  roles: { group: 'side', value: 'height' },
  declared: { design: 'observational', pre_treatment: [] },
};
const CONTRACT = {
  specVersion: '1.0',
  kind: 'DataContract',
  fields: [{ name: 'id', type: 'integer', constraints: { required: true, unique: true } }],
  table: { rowCount: { min: ROWS } },
};

describe('the oracle process', () => {
  let folder: string;
  let warehouse: Warehouse;
  let table: TableVersion;
  const asked: SampleRequest[] = [];
  const context: OracleContext = {
    principal: { id: 'ann', kind: 'user', role: 'editor', scopes: [], groups: [] },
    signal: new AbortController().signal,
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-oracle-'));
    warehouse = await openWarehouse(join(folder, 'warehouse'));
    const file = await rowsAs(
      'rows.parquet',
      `SELECT i AS id, i // 4 AS unit, CASE WHEN i % 2 = 0 THEN 'A' ELSE 'B' END AS side, i % 2 + sin(i * 12.9898) / 2 AS height FROM range(${ROWS}) t(i)`,
    );
    const { object, bytes } = await warehouse.put(file);
    table = {
      data_hash: `sha256:${'4'.repeat(64)}`,
      object,
      rows: ROWS,
      bytes,
      columns: [
        { name: 'id', type: 'integer' },
        { name: 'unit', type: 'integer' },
        { name: 'side', type: 'string' },
        { name: 'height', type: 'number' },
      ],
    };
  });
  beforeEach(() => void asked.splice(0));
  afterAll(async () => {
    for (const one of opened) await one.onApplicationShutdown();
    await rm(folder, { recursive: true });
  });

  async function rowsAs(name: string, sql: string): Promise<string> {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    await connection.run(`COPY (${sql}) TO '${join(folder, name)}' (FORMAT parquet)`);
    connection.closeSync();
    return join(folder, name);
  }

  /** Every second row, as compute-service might have chosen. */
  const tables: LargeTables = {
    async sample(_, request) {
      asked.push(request);
      const file = await warehouse.stage();
      await file.write(
        await rowsAs(
          'sample.parquet',
          `SELECT ${request.columns.join(', ')} FROM read_parquet('${join(folder, 'rows.parquet')}') WHERE id // 4 % 2 = 0`,
        ),
      );
      return { staged: file.id, rows: ROWS / 2, by: request.by };
    },
    async oneRow(named, sql, parameters) {
      const connection = await (await DuckDBInstance.create(':memory:')).connect();
      for (const [name, { object }] of Object.entries(named))
        await connection.run(`CREATE VIEW ${name} AS FROM read_parquet('${(await warehouse.localFile(object)).path}')`);
      const read = await connection.runAndReadAll(sql, [...parameters]);
      connection.closeSync();
      return read.getRowsJson()[0] ?? [];
    },
  };

  const opened: OracleProcess[] = [];
  function oracle(over: Partial<OracleSettings> = {}, behind = tables): OracleProcess {
    const one = new OracleProcess(warehouse, behind, {
      program: join(__dirname, 'test/run-oracle-worker.js'),
      memoryMb: 512,
      timeoutMs: 60_000,
      mostRows: ROWS,
      walls: null,
      ...over,
    });
    opened.push(one);
    return one;
  }
  const question = (over: Partial<OracleQuestion> = {}): OracleQuestion => ({
    derivation: 'heights',
    table,
    claim: CLAIM,
    contract: null,
    inputs: {},
    contractContext: { now: Date.UTC(2026, 0, 1), previousRowCount: null },
    reproducibility: { identical: true, tolerance: null, detail: 'same' },
    attempts: 3,
    seed: table.data_hash,
    ...over,
  });

  it('judges all rows, and keeps the page of pictures in the warehouse', async () => {
    const { attestation, pictures } = await oracle().judge(question(), context);
    expect(attestation).toMatchObject({ verdict: 'sound', estimate: { n: ROWS }, oracle: { attempts: 3 } });
    expect(attestation.oracle['sample']).toBeUndefined();
    expect(asked).toEqual([]);
    const page = await text(await warehouse.openRead(pictures?.object ?? ''));
    expect(page).toMatch(/^<svg [^]*B is higher than A[^]*heights, data sha256:4{64}[^]*attempt 3[^]*<\/svg>\n$/);
    expect(Buffer.byteLength(page)).toBe(pictures?.bytes);
  });

  it('judges no rows that were changed in storage, and says which object they are', async () => {
    await rewriteFile(objectPath(join(folder, 'warehouse'), table.object), flipped);
    await expect(oracle().judge(question(), context)).rejects.toThrow(new RegExp(`object-corrupt.*${table.object}`));
    await warehouse.put(join(folder, 'rows.parquet'));
  });

  it('says the same of the same rows, to the last digit and the last pixel', async () => {
    const one = oracle();
    const first = await one.judge(question(), context);
    expect(await one.judge(question(), context)).toEqual(first);
    expect(await oracle().judge(question(), context)).toEqual(first);
  });

  it('counts attempts against the claim: the attempts gate and its level are in the report', async () => {
    const { attestation } = await oracle().judge(question({ attempts: 9 }), context);
    expect(attestation.gates.find((gate) => gate.name === 'attempts')).toMatchObject({
      statistic: 9,
      detail: expect.stringContaining('9 attempts were made on this data'),
    });
  });

  it('judges a sample of more rows than it may hold, and says which', async () => {
    const claim = { ...CLAIM, declared: { ...CLAIM.declared, unit: 'unit' } };
    const { attestation, pictures } = await oracle({ mostRows: 2000 }).judge(question({ claim }), context);
    expect(asked).toMatchObject([{ rows: 2000, seed: table.data_hash, by: 'unit' }]);
    expect(attestation.oracle['sample']).toEqual({ rows: ROWS / 2, of: ROWS, by: 'unit', seed: table.data_hash });
    expect(attestation.reason).toContain(
      `judged on a seeded sample of ${ROWS / 2} of ${ROWS} rows, taking values of unit whole, seed ${table.data_hash}`,
    );
    expect(attestation.estimate?.n).toBe(ROWS / 2);
    expect(await text(await warehouse.openRead(pictures?.object ?? ''))).toContain('judged on a seeded sample');
  });

  it('holds a contract against all rows, also when the claim is judged on a sample', async () => {
    const { attestation } = await oracle({ mostRows: 2000 }).judge(question({ contract: CONTRACT }), context);
    expect(asked[0]?.columns).toEqual(['id', 'unit', 'side', 'height']);
    expect(attestation.gates.find((gate) => gate.name === 'contract')).toMatchObject({
      verdict: 'sound',
      n: ROWS,
      detail: expect.stringContaining(`on ${ROWS} rows`),
    });
    const broken = await oracle({ mostRows: 2000 }).judge(
      question({ contract: { ...CONTRACT, table: { rowCount: { min: ROWS + 1 } } } }),
      context,
    );
    expect(broken.attestation).toMatchObject({ verdict: 'unsound', reason: expect.stringContaining('rowCount') });
  });

  it('judges a claim that is about a contract alone on all rows, however many', async () => {
    const claim: Claim = { question: 'The heights are whole', kind: 'table', roles: {}, declared: {} };
    const { attestation } = await oracle({ mostRows: 2000 }).judge(question({ claim, contract: CONTRACT }), context);
    expect(asked).toEqual([]);
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
      const { object, bytes } = await warehouse.put(
        await rowsAs(`units-${upTo}.parquet`, `SELECT i AS id FROM range(${upTo}) t(i)`),
      );
      return {
        units: {
          data_hash: `sha256:${'5'.repeat(64)}`,
          object,
          rows: upTo,
          bytes,
          columns: [{ name: 'id', type: 'integer' }],
        },
        other: table,
      };
    }

    it('holds it against the input it points to, of few rows and of many', async () => {
      const inputs = await units(ROWS / 4);
      for (const mostRows of [ROWS, 2000]) {
        const { attestation } = await oracle({ mostRows }).judge(question({ contract: pointing, inputs }), context);
        expect(attestation.gates.find((gate) => gate.name === 'contract')).toMatchObject({ verdict: 'sound', n: ROWS });
      }
    });

    it('finds the rows whose unit is not there, and names clause and column', async () => {
      const { attestation } = await oracle().judge(
        question({ contract: pointing, inputs: await units(ROWS / 4 - 1) }),
        context,
      );
      expect(attestation).toMatchObject({ verdict: 'unsound', reason: expect.stringMatching(/unit.* units/) });
    });

    it('stays inconclusive about an input that is not there', async () => {
      const { attestation } = await oracle().judge(question({ contract: pointing }), context);
      expect(attestation).toMatchObject({
        verdict: 'inconclusive',
        reason: expect.stringContaining('"units" with id is not at hand'),
      });
    });
  });

  it('leaves open what the engine could not check on all rows', async () => {
    const refusing: LargeTables = {
      ...tables,
      oneRow: () => Promise.reject(new ProblemError('query-out-of-memory', 'It needs more memory.')),
    };
    const { attestation } = await oracle({ mostRows: 2000 }, refusing).judge(question({ contract: CONTRACT }), context);
    expect(attestation).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('its contract could not be checked on all 5000 rows: It needs more memory.'),
    });
  });

  it('knows the time of the run and the rows of the run before it', async () => {
    const contract = { ...CONTRACT, table: { volume: { maxDrop: 0.5 } } };
    const asWas = (previousRowCount: number) =>
      oracle().judge(question({ contract, contractContext: { now: 0, previousRowCount } }), context);
    expect((await asWas(ROWS * 3)).attestation).toMatchObject({
      verdict: 'unsound',
      reason: expect.stringContaining('volume'),
    });
    expect((await asWas(ROWS)).attestation.verdict).toBe('sound');
  });

  it('leaves nothing staged behind', async () => {
    const staged: string[] = [];
    const watching: LargeTables = {
      ...tables,
      sample: async (...args) => {
        const taken = await tables.sample(...args);
        staged.push(taken.staged);
        return taken;
      },
    };
    await oracle({ mostRows: 2000 }, watching).judge(question(), context);
    expect(await warehouse.staged(staged[0] ?? '')).toBeNull();
  });

  it('ends when it thinks too long, or when whoever asked no longer wants to know', async () => {
    await expect(oracle({ timeoutMs: 1 }).judge(question(), context)).rejects.toMatchObject({
      detail: expect.stringContaining('SVC_ORACLE_TIMEOUT_MS'),
    });
    const gone = new AbortController();
    gone.abort(new Error('cancelled'));
    await expect(oracle().judge(question(), { ...context, signal: gone.signal })).rejects.toThrow();
  });

  it('judges the next run after a process was stopped or has died', async () => {
    const one = oracle({ program: join(__dirname, 'test/run-oracle-worker.js'), timeoutMs: 20_000 });
    const gone = new AbortController();
    const asked = one.judge(question(), { ...context, signal: gone.signal });
    gone.abort(new Error('cancelled'));
    await expect(asked).rejects.toThrow('cancelled');
    expect((await one.judge(question(), context)).attestation.verdict).toBe('sound');
  });

  it('is held to its memory by the kernel: what does not fit is an error, not a dead service', async () => {
    await expect(
      oracle({ program: join(__dirname, 'test/run-greedy-worker.js'), memoryMb: 128 }).judge(question(), context),
    ).rejects.toMatchObject({ detail: expect.stringContaining('Array buffer allocation failed') });
  });

  it('refuses a claim that the rows do not fit, and says what was meant', async () => {
    const claim = { ...CLAIM, roles: { group: 'side', value: 'hight' } };
    await expect(oracle().judge(question({ claim }), context)).rejects.toMatchObject({
      code: 'invalid-claim',
      facts: { errors: [{ pointer: '/roles/value', message: expect.stringContaining('did you mean "height"') }] },
    });
  });
});
