import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunRequest } from '@svc/runner';
import { openWarehouse, type Warehouse } from '@svc/warehouse';
import { DiskWatch } from '../process/disk-watch';
import { RunOnce } from './run-once';

const MiB = 1024 * 1024;
const EXECUTION = {
  caller: 'user:ann',
  derivation: 'late',
  files: {},
  entry: 'late.py',
  function: 'late',
  params: {},
  inputs: {},
  ordered: false,
  tolerance: null,
};

const none = (): Promise<never> => Promise.reject(new Error('nothing is read here'));
const NO_INGEST = { readOutput: none, identify: none };

describe('the queries of one run', () => {
  let root: string;
  let warehouse: Warehouse;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'run-once-'));
    warehouse = await openWarehouse(root, { reserve: '0' });
  });
  afterEach(() => rm(root, { recursive: true }));

  /** What code that asks again and again is told; each answer takes a mebibyte. */
  async function askedUntilRefused(diskBytes: number): Promise<{ budgets: (number | undefined)[]; refusal: string }> {
    const budgets: (number | undefined)[] = [];
    const queries = {
      toParquet: async (request: { readonly diskBytes?: number }) => {
        budgets.push(request.diskBytes);
        const file = await warehouse.stage();
        await writeFile(file.path, Buffer.alloc(MiB, 1));
        return { rows: 1, file };
      },
    };
    let refusal = '';
    const sandbox = {
      runDerivation: async ({ sql, signal }: RunRequest) => {
        while (refusal === '')
          await sql?.toParquet('select 1', signal ?? new AbortController().signal).catch((error: unknown) => {
            refusal = String(error);
          });
        throw new Error('the run ends here');
      },
    };
    const limits = { sandbox: {}, copyMs: 1_000, diskBytes, concurrency: 1 };
    const run = new RunOnce(sandbox, warehouse, limits, new DiskWatch(warehouse.floor), queries, NO_INGEST);
    await expect(run.run(EXECUTION, new AbortController().signal)).rejects.toThrow('the run ends here');
    return { budgets, refusal };
  }

  it('may take as much disk together as one piece of work, since their answers stay until it ends', async () => {
    const { budgets, refusal } = await askedUntilRefused(2 * MiB);
    expect(budgets[0]).toBe(2 * MiB);
    expect(budgets.length).toBeLessThanOrEqual(2);
    expect(refusal).toContain('take as much disk as a run may');
    expect((await warehouse.work.byKind()).staged).toBe(0);
  });
});
