import { basename } from 'node:path';
import { parquetColumns, readCsvTable, readParquetTable, suggestClaim, type Table } from '@svc/oracle';
import { type ClaimSuggestion, claimSuggestion, sourceOf, type SourceRef } from '@svc/contracts';
import type { CommandContext, CommandRun } from '../command/command';
import { show } from '../command/command';
import { inSet, sourceArgument } from '../command/source-argument';
import { followResult } from '../derivation/follow-run';
import { withProgress } from '../terminal/progress-line';
import { prose, textTable, whole } from '../command/printing';
import { CommandError } from '../command/usage-error';

/** A claim that the data suggest: a draft for a person to correct, not a verdict. */
export const run: CommandRun = async (args, context) => {
  const data = args.at(0);
  const suggested = isFile(data)
    ? suggestClaim(await tableAt(data))
    : await ofDerivation(sourceArgument(args), context);
  show(context, suggested, () =>
    [
      JSON.stringify(suggested.claim, null, 2),
      '',
      textTable(
        context.terminal,
        [whole('line'), prose('because')],
        suggested.lines.map(({ pointer, reason }) => [pointer, reason]),
      ),
    ].join('\n'),
  );
};

/** Names of derivations have neither dots nor slashes. */
function isFile(data: string): boolean {
  return /[./\\]/.test(data);
}

async function ofDerivation(source: SourceRef, context: CommandContext): Promise<ClaimSuggestion> {
  const client = await context.client();
  const name = sourceOf(source.derivation, source.set);
  const found = await withProgress(context.terminal, `${name}: starting`, async (line) =>
    followResult(
      client,
      name,
      await client.suggestClaim({ params: { name: source.derivation }, query: inSet(source) }),
      claimSuggestion,
      line,
    ),
  );
  const read = found.sample === null ? '' : ` from a sample of ${found.sample.rows} of ${found.sample.of} rows`;
  context.terminal.err(
    `A draft${read} of run ${found.run}. Declared unchanged, it continues the attempt before it and is not a new one.\n`,
  );
  return found;
}

async function tableAt(path: string): Promise<Table> {
  try {
    if (!path.toLowerCase().endsWith('.parquet')) return await readCsvTable(path);
    return await readParquetTable(path, await parquetColumns(path));
  } catch (error) {
    throw new CommandError(
      `${basename(path)} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
