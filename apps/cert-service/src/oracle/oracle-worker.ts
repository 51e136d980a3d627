import { createHash } from 'node:crypto';
import {
  ALPHA,
  attestAndDraw,
  type Attestation,
  checkContract,
  type DataContract,
  ORACLE_VERSION,
  parseClaim,
  parseContract,
  POLICY,
  readParquetTable,
  suggestClaim,
  type SuggestedClaim,
  Table,
} from '@svc/oracle';
import { serveOneTask } from '../serve-one-task';
import { claimColumns, contractColumns } from './columns-to-read';
import type {
  ContentTask,
  OracleAnswer,
  OracleTask,
  SampleStatement,
  SuggestionTask,
  VerdictTask,
} from './oracle-task';

async function propose({ columns, data, sample }: SuggestionTask): Promise<SuggestedClaim> {
  return suggestClaim(await readParquetTable(sample?.path ?? data.path, columns));
}

/** A hash of the column's values in ascending order: independent of its name and of the order of rows. */
async function nameContent({ columns, data }: ContentTask): Promise<OracleAnswer> {
  const {
    columns: [column],
  } = await readParquetTable(data.path, columns);
  if (column === undefined) return { error: 'there is no such column' };
  const hash = createHash('sha256').update(column.type);
  if (column.type === 'string')
    for (const text of Array.from(column.codes, (code) => JSON.stringify(column.levels[code] ?? null)).sort())
      hash.update(text);
  else hash.update(new Uint8Array(column.values.slice().sort().buffer));
  return { content: hash.digest('hex') };
}

async function judge(
  task: VerdictTask,
): Promise<OracleAnswer | { readonly attestation: object; readonly page: string | null }> {
  const claim = parseClaim(task.claim, task.columns);
  if (!claim.ok) return { misfits: [...claim.problems] };
  const parsed = task.contract === null ? null : parseContract(task.contract);
  if (parsed?.ok === false) return { error: 'the contract is not well formed' };
  const contract = parsed?.contract ?? null;
  const table = await rowsToJudge(task, contract);
  const { tolerance, ...reproducibility } = task.reproducibility;
  const { attestation, page } = attestAndDraw(
    {
      table,
      claim: claim.claim,
      ...(contract === null
        ? {}
        : { contractReport: task.contractReport ?? checkContract(contract, table, task.contractContext) }),
      reproducibility: { ...reproducibility, ...(tolerance === null ? {} : { tolerance }) },
      attempts: task.attempts,
      // A sample is not what the code made of its inputs.
      sources: task.sample === null ? task.sources : [],
      seed: task.seed,
    },
    captions(task),
  );
  return { attestation: task.sample === null ? attestation : sampled(attestation, task.sample.statement), page };
}

/** The report on a sample: it says so, but the contract was checked on all rows. */
function sampled(
  attestation: Attestation,
  statement: SampleStatement,
): Attestation & { readonly oracle: { readonly sample: SampleStatement } } {
  return {
    ...attestation,
    reason: `${attestation.reason}; ${sampleWords(statement)}`,
    gates: attestation.gates.map((gate) => (gate.name === 'contract' ? { ...gate, n: statement.of } : gate)),
    oracle: { ...attestation.oracle, sample: statement },
  };
}

/** The columns that the claim needs; and the contract's, if it is checked on the same rows. */
async function rowsToJudge(
  { claim, contractReport, columns, data, sample }: VerdictTask,
  contract: DataContract | null,
): Promise<Table> {
  if (claim.kind === 'table' && contractReport !== null) return new Table([], data.rows);
  const needed = new Set(claimColumns(claim, columns));
  if (contractReport === null && contract !== null)
    for (const name of contractColumns(
      contract,
      columns.map((it) => it.name),
    ))
      needed.add(name);
  return readParquetTable(
    sample?.path ?? data.path,
    columns.filter((it) => needed.has(it.name)),
  );
}

function captions({ derivation, data, attempts, sample }: VerdictTask): string[] {
  return [
    `${derivation}, data ${data.hash}`,
    `Oracle ${ORACLE_VERSION}, policy ${POLICY}, α = ${ALPHA}, attempt ${attempts}${sample === null ? '' : `; ${sampleWords(sample.statement)}`}`,
  ];
}

function sampleWords({ rows, of, by, seed }: SampleStatement): string {
  return `judged on a seeded sample of ${rows} of ${of} rows${by === null ? '' : `, taking values of ${by} whole`}, seed ${seed}`;
}

function answer(task: OracleTask): Promise<object> {
  switch (task.asked) {
    case 'suggestion':
      return propose(task);
    case 'content':
      return nameContent(task);
    case 'verdict':
      return judge(task);
  }
}

serveOneTask((task: OracleTask) =>
  answer(task).catch((error: unknown) => ({
    error: error instanceof Error ? error.message : String(error),
  })),
);
