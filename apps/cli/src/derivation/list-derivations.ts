import { allPages } from '../command/all-pages';
import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { right, shortTime, textTable, verdictCell, whole } from '../command/printing';

export const run: CommandRun = async (_, context) => {
  const client = await context.client();
  const { terminal } = context;
  const items = await allPages((cursor) => client.listDerivations({ query: cursor === undefined ? {} : { cursor } }));
  show(context, items, () =>
    textTable(
      terminal,
      [whole('name'), 'verdict', 'certified', right('rows'), 'ran', 'question'],
      items.map((it) => [
        it.name,
        verdictCell(it.newest_run?.verdict ?? null, terminal.outColors),
        it.certification.certified ? { text: 'yes', paint: terminal.outColors.green } : 'no',
        it.newest_run?.rows ?? null,
        shortTime(it.newest_run?.finished_at ?? null),
        it.claim?.question ?? it.description,
      ]),
    ),
  );
};
