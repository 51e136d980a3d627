import type { Column } from '@svc/contracts';
import { attest, type ColumnType, neededColumns, parseClaim, parseContract, readParquetTable } from '@svc/oracle';
import type { OracleTask } from './oracle-process';

/** The whole life of an oracle process: one task in, one answer out. */
async function answer(task: OracleTask): Promise<object> {
  const columns = task.columns.map(({ name, type }) => ({ name, type: oracleType(type) }));
  const claim = parseClaim(task.claim, columns);
  if (!claim.ok) return { error: `the claim does not fit the rows: ${claim.problems.map((it) => `${it.pointer} ${it.message}`).join('; ')}` };
  const contract = task.contract === null ? null : parseContract(task.contract);
  if (contract?.ok === false) return { error: 'the contract is not well formed' };
  const names = new Set(task.contract === null ? neededColumns(claim.claim, columns.map((it) => it.name)) : columns.map((it) => it.name));
  const table = await readParquetTable(task.parquetPath, columns.filter((it) => names.has(it.name)));
  const { tolerance, ...reproducibility } = task.reproducibility;
  const attestation = attest({
    table,
    claim: claim.claim,
    ...(contract === null ? {} : { contract: contract.contract }),
    reproducibility: { ...reproducibility, ...(tolerance === null ? {} : { tolerance }) },
    attempts: task.attempts,
    seed: task.seed,
  });
  return { attestation };
}

/** How the oracle sees a stored column: integers, decimals and times of day are numbers, dates and timestamps are times. */
function oracleType(type: Column['type']): ColumnType {
  if (type === 'boolean' || type === 'string') return type;
  return ['date', 'timestamp', 'timestamptz'].includes(type) ? 'time' : 'number';
}

process.once('message', (task: OracleTask) => {
  answer(task).then(
    (found) => process.send?.(found),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  );
});
