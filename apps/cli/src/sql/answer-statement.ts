import { extname } from 'node:path';
import { randomUUID } from 'node:crypto';
import { MAX_ROWS, ROW_FILES, type SqlValue } from '@svc/contracts';
import { EXIT, type ExitCode } from '../exit-code';
import type { CommandContext } from '../command/command';
import { show } from '../command/command';
import { rowTable, warnTruncated } from '../command/printing';
import { saveStream } from '../command/save-stream';
import { UsageError } from '../command/usage-error';
import { withProgress } from '../terminal/progress-line';
import type { Terminal } from '../terminal/terminal';

export interface Asked {
  readonly sql: string;
  readonly parameters: SqlValue[] | Record<string, SqlValue> | null;
  readonly limit: number | undefined;
  /** A file for the rows, in the format of its extension. */
  readonly out: string | undefined;
}

/** Runs a statement and shows its rows, or writes them to a file; `incomplete` when the service's own limit cut the file. */
export async function answerStatement(
  { sql, parameters, limit, out }: Asked,
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal } = context;
  if (out === undefined && (limit ?? 0) > MAX_ROWS)
    throw new UsageError(`--limit is at most ${MAX_ROWS} rows; a file takes more`, 'the same with --out rows.csv');
  const client = await context.client();
  const id = randomUUID();
  const body = {
    sql,
    query_id: id,
    ...(parameters === null ? {} : { parameters }),
    ...(limit === undefined ? {} : { limit }),
  };
  if (out === undefined) {
    const answer = await withProgress(terminal, elapsedText(id), () => client.runSql({ body }));
    show(context, answer, () => rowTable(terminal, answer));
    warnTruncated(terminal, answer);
    warnUncertified(terminal, uncertified(answer.sources));
    return EXIT.ok;
  }
  const accept = formOf(out);
  const file = await withProgress(terminal, elapsedText(id), async () => {
    const answer = await client.download('runSql', { body }, { accept });
    await saveStream(answer.stream, out, terminal);
    return answer;
  });
  show(context, { out, ...(await client.getSql({ params: { id } })) }, () => '');
  const rows = { row_count: file.rows ?? 0, truncated: file.truncated };
  terminal.err(`${out} has ${String(rows.row_count)} rows\n`);
  warnTruncated(terminal, rows);
  warnUncertified(terminal, file.uncertified);
  return file.truncated && limit === undefined ? EXIT.incomplete : EXIT.ok;
}

function uncertified(sources: Readonly<Record<string, { readonly certified: boolean | null }>>): string[] {
  return Object.entries(sources).flatMap(([name, { certified }]) => (certified === false ? [name] : []));
}

/** Warns on standard error that SQL read uncertified rows, and how to see why. */
function warnUncertified(terminal: Terminal, names: readonly string[]): void {
  const [first] = names;
  if (first === undefined) return;
  terminal.err(
    `${terminal.errColors.yellow('not certified')}: ${names.join(', ')} (svc derivation show ${first} says why)\n`,
  );
}

/** Nothing for a moment, so that a quick answer leaves no trace; then how long it has run, and how to stop it. */
function elapsedText(id: string): () => string {
  const begun = Date.now();
  return () => {
    const seconds = Math.floor((Date.now() - begun) / 1000);
    return seconds < 1 ? '' : `running for ${seconds} s; stop: svc query cancel ${id}`;
  };
}

function formOf(out: string): string {
  const form = Object.entries(ROW_FILES).find(([name]) => `.${name}` === extname(out).toLowerCase());
  if (form === undefined)
    throw new UsageError(
      `--out: the name of a file ends in ${Object.keys(ROW_FILES)
        .map((name) => `.${name}`)
        .join(', ')}`,
    );
  return form[1];
}
