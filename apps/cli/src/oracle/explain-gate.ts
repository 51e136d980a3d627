import { didYouMean } from '@svc/closest-name';
import { type Gate, GATES } from '@svc/oracle';
import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { fieldList, prose, textTable, whole } from '../command/printing';
import { CommandError } from '../command/usage-error';
import type { Terminal } from '../terminal/terminal';

/** The contract of one gate, or of all in the order they run. */
export const run: CommandRun = (args, context) => {
  const { terminal } = context;
  const name = args.maybe(0);
  if (name === undefined) {
    show(context, GATES.map(contractOf), () =>
      textTable(
        terminal,
        [whole('gate'), prose('looks for')],
        GATES.map((gate) => [gate.name, gate.looksFor]),
      ),
    );
    return Promise.resolve();
  }
  const gate = GATES.find((it) => it.name === name);
  if (gate === undefined)
    throw new CommandError(
      `there is no gate "${name}"${didYouMean(
        name,
        GATES.map((it) => it.name),
      )}`,
      'svc oracle explain',
    );
  show(context, contractOf(gate), () => people(gate, terminal));
  return Promise.resolve();
};

/** The gate without its code. */
function contractOf({ name, kinds, looksFor, statistic, threshold, source }: Gate): Readonly<Record<string, unknown>> {
  return { name, kinds, looks_for: looksFor, statistic, threshold, source };
}

function people({ name, kinds, looksFor, statistic, threshold, source }: Gate, terminal: Terminal): string {
  return fieldList(terminal, [
    ['gate', name],
    ['looks for', looksFor],
    ['claims', kinds === 'all' ? 'of every kind' : `of kind ${kinds.join(', ')}`],
    ['statistic', statistic],
    ['threshold', threshold],
    ['source', source],
  ]);
}
