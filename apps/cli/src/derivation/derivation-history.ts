import type { Run } from '@svc/contracts';
import type { CommandRun } from '../command/command';
import { authorNames } from '../command/author-names';
import { showList } from '../command/command';
import { inSet, sourceArgument } from '../command/source-argument';
import { extra, prose, right, shortDigest, shortTime, textTable, verdictCell, whole } from '../command/printing';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const { terminal } = context;
  const source = sourceArgument(args);
  const { items } = await client.listRuns({
    params: { name: source.derivation },
    query: { limit: args.count('limit') ?? 20, ...inSet(source) },
  });
  const nameOf = await authorNames(
    client,
    items.flatMap((it) => [it.actor, ...(it.revoked === null ? [] : [it.revoked.by])]),
    context,
  );
  const cells = items.map((it) => [
    shortTime(it.started_at),
    it.outcome,
    verdictCell(it.verdict, terminal.outColors),
    it.rows,
    it.changed.join(', '),
    it.parameter_set,
    nameOf(it.actor),
    Math.round(it.duration_ms),
    shortDigest(it.data_hash),
    reasonOf(it, nameOf),
  ]);
  showList(context, items, () => textTable(terminal, COLUMNS, cells));
};

const COLUMNS = [
  whole('at'),
  whole('outcome'),
  whole('verdict'),
  right('rows'),
  extra(1, 'changed'),
  extra(1, 'set'),
  extra(2, 'by'),
  extra(3, right('ms')),
  extra(4, whole('data')),
  prose('reason'),
];

/** The reason of a revoked run starts with who revoked it and why. */
function reasonOf({ reason, revoked }: Run, nameOf: (author: string) => string): string {
  return revoked === null ? reason : `revoked by ${nameOf(revoked.by)} on ${shortTime(revoked.at)}: ${revoked.reason}`;
}
