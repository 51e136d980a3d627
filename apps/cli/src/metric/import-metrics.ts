import { resolve } from 'node:path';
import { firstAccessQuery, json } from '@svc/contracts';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { newVisibilityIn } from '../access/visibility-options';
import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { readText } from '../command/read-text';
import { CommandError } from '../command/usage-error';
import { printableLine } from '../terminal/printable';
import { withProgress } from '../terminal/progress-line';

export const run: CommandRun = async (args, context) => {
  const { terminal } = context;
  const file = args.at(0);
  const body = readDocument(
    file,
    file === '-' ? await terminal.readInput() : readText(resolve(terminal.cwd, file), file),
  );
  const sources = args.texts('source').join(',');
  const said = newVisibilityIn(args);
  const query = {
    ...(said === null ? {} : firstAccessQuery(said)),
    ...(args.flag('partial') ? { partial: 'true' as const } : {}),
    ...(args.flag('replace') ? { replace: 'true' as const } : {}),
    ...(sources === '' ? {} : { sources }),
  };
  const client = await context.client();
  const answer = await withProgress(terminal, '', () => client.importOsi({ query, body }));
  const { green, yellow, dim } = terminal.outColors;
  const line = (word: string, names: readonly string[]): string =>
    names.map((it) => `${word}  ${printableLine(it)}\n`).join('');
  show(context, answer, () =>
    [
      line(green('created  '), answer.created),
      line(green('updated  '), answer.updated),
      line(dim('unchanged'), answer.unchanged),
      ...answer.skipped.map((it) => `${yellow('skipped  ')}  ${printableLine(it.name)}: ${printableLine(it.reason)}\n`),
      ...answer.unused_fields.map(
        (it) => `${yellow('not used ')}  ${printableLine(it.name)}: ${printableLine(it.reason)}\n`,
      ),
    ].join(''),
  );
};

/** YAML holds JSON; a document is plain data either way. */
function readDocument(file: string, text: string): Record<string, z.output<typeof json>> {
  const document = parseDocument(text, { prettyErrors: true });
  const [error] = document.errors;
  if (error !== undefined) throw new CommandError(`${file}: ${error.message}`);
  const parsed = z.record(z.string(), json).safeParse(document.toJS());
  if (!parsed.success)
    throw new CommandError(
      `${file} is not an OSI document: it holds ${Array.isArray(document.toJS()) ? 'a list' : 'no members'}`,
    );
  return parsed.data;
}
