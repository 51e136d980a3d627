import { basename } from 'node:path';
import { parquetColumns, readCsvTable, readParquetTable, suggestClaim, type Table } from '@svc/oracle';
import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { prose, textTable, whole } from '../command/printing';
import { CommandError } from '../command/usage-error';

/** A claim that the data suggest: a draft for a person to correct, not a verdict. */
export const run: CommandRun = async (args, context) => {
  const path = args.at(0);
  const suggested = suggestClaim(await tableAt(path));
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
