import { resolve } from 'node:path';
import { didYouMean } from '@svc/closest-name';
import { columnType, datasetForm } from '@svc/contracts';
import { newVisibilityIn } from '../access/visibility-options';
import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { UsageError } from '../command/usage-error';
import { withProgress } from '../terminal/progress-line';
import { sizeText } from './size-text';
import { type DatasetSource, uploadDataset } from './upload-dataset';

export const run: CommandRun = async (args, context) => {
  const source = {
    name: args.at(0),
    path: resolve(context.terminal.cwd, args.at(1)),
    format: args.oneOf('format', ['csv', 'jsonl', 'parquet']),
    description: args.text('description'),
    said: newVisibilityIn(args),
    ...(args.texts('column').length === 0 ? {} : { columns: Object.fromEntries(args.texts('column').map(columnOf)) }),
    ...(args.texts('null-value').length === 0 ? {} : { null_values: args.texts('null-value') }),
  };
  checkSource(source);
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

const COLUMN_TYPES = columnType.options[0].options;

/** Before anything is sent: what the service would refuse only after the last byte. */
function checkSource({ name, columns, description, null_values }: DatasetSource): void {
  const parsed = datasetForm
    .pick({ name: true, columns: true, description: true, null_values: true })
    .safeParse({ name, columns, description, null_values });
  const [issue] = parsed.error?.issues ?? [];
  if (issue === undefined) return;
  const [member, column] = issue.path;
  if (member !== 'columns') throw new UsageError(`${String(member)} "${name}": ${issue.message}`);
  throw new UsageError(
    `--column ${String(column)}: there is no type "${columns?.[String(column)] ?? ''}"${didYouMean(columns?.[String(column)] ?? '', COLUMN_TYPES) || '.'} Types: ${COLUMN_TYPES.join(', ')}, decimal(p,s)`,
  );
}

function columnOf(text: string): [string, string] {
  const colon = text.lastIndexOf(':');
  if (colon < 1) throw new UsageError(`--column expects name:type, such as delay:number, not "${text}"`);
  return [text.slice(0, colon), text.slice(colon + 1)];
}
