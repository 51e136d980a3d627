import type { SqlValue } from '@svc/contracts';
import { sqlValue } from '@svc/contracts';
import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { rowTable, warnTruncated } from '../command/printing';
import { UsageError } from '../command/usage-error';
import { jsonOrText } from '../derivation/run-derivation';
import { withProgress } from '../terminal/progress-line';

export const run: CommandRun = async (args, context) => {
  const statement = args.at(0) === '-' ? await context.terminal.readInput() : args.at(0);
  const limit = args.count('limit');
  const parameters = parametersOf(args.texts('param'));
  const client = await context.client();
  const answer = await withProgress(context.terminal, '', () => client.runSql({ body: { sql: statement, ...(parameters === null ? {} : { parameters }), ...(limit === undefined ? {} : { limit }) } }));
  show(context, answer, () => rowTable(context.terminal, answer));
  warnTruncated(context.terminal, answer);
};

/** All by position, or all by name. */
function parametersOf(texts: readonly string[]): SqlValue[] | Record<string, SqlValue> | null {
  if (texts.length === 0) return null;
  const named = texts.map((it) => /^([A-Za-z_]\w*)=(.*)$/s.exec(it));
  if (named.every((it) => it === null)) return texts.map(valueOf);
  return Object.fromEntries(named.map((it, index) => {
    if (it === null) throw new UsageError(`--param: either all have a name (name=value) or none; "${texts[index] ?? ''}" has none`);
    return [it[1] ?? '', valueOf(it[2] ?? '')];
  }));
}

function valueOf(text: string): SqlValue {
  const parsed = sqlValue.safeParse(jsonOrText(text));
  return parsed.success ? parsed.data : text;
}
