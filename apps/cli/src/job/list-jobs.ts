import { jobState, jobKinds } from '@svc/contracts';
import type { Arguments } from '../command/arguments';
import { authorNames } from '../command/author-names';
import type { CommandRun } from '../command/command';
import { showList } from '../command/command';
import { extra, prose, shortTime, textTable, whole } from '../command/printing';
import { stateCell, stepsText } from './job-text';

const DEFAULT_LIMIT = 50;

export const run: CommandRun = async (args, context) => {
  const query = queryOf(args);
  const client = await context.client();
  const { items, next_cursor } = await client.listJobs({ query });
  const { terminal } = context;
  const nameOf = await authorNames(
    client,
    items.map((it) => it.actor),
    context,
  );
  const people = (): string =>
    textTable(
      terminal,
      [
        whole('kind'),
        whole('state'),
        extra(1, 'started by'),
        extra(2, whole('created')),
        prose('id'),
        prose('progress'),
      ],
      items.map((it) => [
        it.kind,
        stateCell(it.state, terminal),
        nameOf(it.actor),
        shortTime(it.created_at),
        it.id,
        it.error === null ? stepsText(it.progress) : `${it.error.title}: ${it.error.detail}`,
      ]),
    );
  showList(context, items, people, next_cursor);
};

function queryOf(args: Arguments) {
  const kind = args.oneOf(
    'kind',
    jobKinds.map((it) => it.name),
  );
  const state = args.oneOf('state', jobState.options);
  const cursor = args.text('cursor');
  return {
    limit: args.count('limit') ?? DEFAULT_LIMIT,
    mine: args.flag('mine') ? ('true' as const) : ('false' as const),
    ...(kind === undefined ? {} : { kind }),
    ...(state === undefined ? {} : { state }),
    ...(cursor === undefined ? {} : { cursor }),
  };
}
