import { resolve } from 'node:path';
import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { UsageError } from '../command/usage-error';
import { withProgress } from '../terminal/progress-line';
import { sizeText } from './size-text';
import { uploadDataset } from './upload-dataset';

export const run: CommandRun = async (args, context) => {
  const source = {
    name: args.at(0),
    path: resolve(context.terminal.cwd, args.at(1)),
    format: args.oneOf('format', ['csv', 'jsonl', 'parquet']),
    description: args.text('description'),
    ...(args.texts('column').length === 0 ? {} : { columns: Object.fromEntries(args.texts('column').map(columnOf)) }),
    ...(args.texts('null-value').length === 0 ? {} : { null_values: args.texts('null-value') }),
  };
  const client = await context.client();
  const dataset = await withProgress(context.terminal, `Sending ${args.at(1)}`, (line) =>
    uploadDataset(client, source, (sent, total) =>
      line.say(sent === total ? 'Reading the rows' : `Sending ${args.at(1)}: ${sizeText(sent)} of ${sizeText(total)}`),
    ),
  );
  show(
    context,
    dataset,
    () =>
      `${dataset.name}: ${dataset.version.rows} rows, ${dataset.version.columns.length} columns, ${dataset.version.data_hash}\n`,
  );
};

function columnOf(text: string): [string, string] {
  const colon = text.lastIndexOf(':');
  if (colon < 1) throw new UsageError(`--column wants name:type, such as delay:number, not "${text}"`);
  return [text.slice(0, colon), text.slice(colon + 1)];
}
