import { basename } from 'node:path';
import {
  attest,
  type Attestation,
  neededColumns,
  parseClaim,
  type ParsedClaim,
  type Problem,
  parquetColumns,
  readCsvTable,
  readParquetTable,
  type Table,
} from '@svc/oracle';
import type { Case } from './find-cases';

/** The oracle's report on a case, or what is wrong with its claim or its data. */
export type Judged = Attestation | { readonly problems: readonly Problem[] };

/** Judges one case; an unreadable file is a problem of the case and does not stop the others. */
export async function judgeCase({ data, claim }: Case): Promise<Judged> {
  try {
    const json = jsonOf(await claim());
    const { parsed, table } = await (data.toLowerCase().endsWith('.parquet')
      ? fromParquet(data, json)
      : fromCsv(data, json));
    return parsed.ok ? attest({ table, claim: parsed.claim }) : { problems: parsed.problems };
  } catch (error) {
    if (error instanceof NotJson) return problem(error.message);
    return problem(`${basename(data)} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

interface Read {
  readonly parsed: ParsedClaim;
  readonly table: Table;
}

async function fromCsv(path: string, json: unknown): Promise<Read> {
  const table = await readCsvTable(path);
  return { parsed: parseClaim(json, table.columns), table };
}

/** Only the columns that the claim needs are read. */
async function fromParquet(path: string, json: unknown): Promise<Read> {
  const columns = await parquetColumns(path);
  const parsed = parseClaim(json, columns);
  const needed = new Set(
    parsed.ok
      ? neededColumns(
          parsed.claim,
          columns.map(({ name }) => name),
        )
      : [],
  );
  return {
    parsed,
    table: await readParquetTable(
      path,
      columns.filter(({ name }) => needed.has(name)),
    ),
  };
}

class NotJson extends Error {}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new NotJson(`the claim is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
}

function problem(message: string): Judged {
  return { problems: [{ pointer: '', message }] };
}
