import { type Principal, type ResponseOf, runSql } from '@svc/contracts';
import { type ComputeHarness, EDITOR, startCompute } from './compute-harness';

export let harness: ComputeHarness;

export const STRANGER: Principal = { ...EDITOR, id: 'token:stranger' };

beforeAll(async () => {
  harness = await startCompute();
  await Promise.all([harness.start(), harness.start()]);
  await harness.register(
    'carrier,delay,day\nUA,1.5,2013-01-01\nAA,,2013-01-02\nB6,-3,2013-01-02\nUA,4,2013-01-05\n',
    'f.csv',
    { name: 'flights' },
  );
}, 240_000);

afterAll(() => harness.stop(), 30_000);

export const sql = (statement: string, more: object = {}, principal = EDITOR): Promise<ResponseOf<typeof runSql>> =>
  harness.gateway.call(runSql, { params: {}, query: {}, body: { sql: statement, ...more } }, { principal });
