import { extname } from 'node:path';
import { randomUUID } from 'node:crypto';
import { ROW_FILES, type SqlValue } from '@svc/contracts';
import type { CommandContext } from '../command/command';
import { show } from '../command/command';
import { rowTable, warnTruncated } from '../command/printing';
import { saveStream } from '../command/save-stream';
import { UsageError } from '../command/usage-error';
import { withProgress } from '../terminal/progress-line';

export interface Asked {
  readonly sql: string;
  readonly parameters: SqlValue[] | Record<string, SqlValue> | null;
  readonly limit: number | undefined;
  /** A file to write the rows to, in the form its name says. */
  readonly out: string | undefined;
}

/** Runs a statement and shows its rows, or writes them to a file. */
export async function answerStatement({ sql, parameters, limit, out }: Asked, context: CommandContext): Promise<void> {
  const { terminal } = context;
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
    return;
  }
  const accept = formOf(out);
  await withProgress(terminal, elapsedText(id), async () => {
    await saveStream((await client.download('runSql', { body }, { accept })).stream, out, terminal);
  });
  const record = await client.getSql({ params: { id } });
  show(context, { out, ...record }, () => '');
  terminal.err(`${out} has ${String(record.row_count ?? 0)} rows\n`);
  warnTruncated(terminal, { row_count: record.row_count ?? 0, truncated: record.truncated ?? false });
}

/** Nothing for a moment, so that a quick answer leaves no trace; then how long it takes, and what stops it. */
function elapsedText(id: string): () => string {
  const begun = Date.now();
  return () => {
    const seconds = Math.floor((Date.now() - begun) / 1000);
    return seconds < 1 ? '' : `running for ${seconds} s, query ${id} (svc query cancel stops it)`;
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
