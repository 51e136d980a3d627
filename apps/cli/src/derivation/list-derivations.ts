import { allPages } from '../command/all-pages';
import type { CommandRun } from '../command/command';
import { showList } from '../command/command';
import { extra, prose, right, shortTime, textTable, verdictCell, whole } from '../command/printing';

export const run: CommandRun = async (_, context) => {
  const client = await context.client();
  const { terminal } = context;
  const items = await allPages((cursor) => client.listDerivations({ query: cursor === undefined ? {} : { cursor } }));
  showList(context, items, () =>
    textTable(
      terminal,
      [
        whole('name'),
        whole('verdict'),
        whole('certified'),
        extra(2, right('rows')),
        extra(1, whole('ran')),
        prose('question'),
      ],
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
