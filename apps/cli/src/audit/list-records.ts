import type { AuditRecord, Client } from '@svc/contracts';
import type { Arguments } from '../command/arguments';
import { authorNames } from '../command/author-names';
import { type CommandRun, showList } from '../command/command';
import { extra, prose, right, textTable, whole } from '../command/printing';
import type { TableCell } from '../terminal/table';
import type { Colors } from '../terminal/terminal';
import { auditTimeOf } from './audit-time';

const DEFAULT_ROWS = 50;
/** The service returns at most this many in a page. */
const PAGE = 500;

type Filter = NonNullable<NonNullable<Parameters<Client['listAudit']>[0]>['query']>;

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const found = await findRecords(client, filterOf(args), args.count('limit') ?? DEFAULT_ROWS, args.text('cursor'));
  const { terminal } = context;
  const nameOf = await authorNames(
    client,
    found.items.map((it) => it.actor),
    context,
  );
  const table = (): string =>
    textTable(
      terminal,
      [
        right('seq'),
        whole('at'),
        whole('outcome'),
        'actor',
        whole('action'),
        prose('target'),
        extra(2, right('status')),
        extra(1, right('ms')),
      ],
      found.items.map((it) => [
        it.seq,
        it.at.slice(0, 19).replace('T', ' '),
        outcomeCell(it.outcome, terminal.outColors),
        nameOf(it.actor),
        it.action,
        it.target === null ? null : `${it.target.type}/${it.target.name}`,
        it.status === 0 ? null : it.status,
        (it.duration_us / 1000).toFixed(1),
      ]),
    );
  showList(context, found.items, table, found.next_cursor);
  if (found.next_cursor !== null && !context.json)
    terminal.err(`${terminal.errColors.dim('more:')} the same with --cursor ${found.next_cursor}\n`);
};

/** As many as wanted. A short or empty page need not be the last: a search in a long log stops after a while. */
async function findRecords(
  client: Client,
  filter: Filter,
  wanted: number,
  from: string | undefined,
): Promise<{ items: AuditRecord[]; next_cursor: string | null }> {
  const items: AuditRecord[] = [];
  let cursor = from;
  do {
    const page = await client.listAudit({
      query: { ...filter, limit: Math.min(PAGE, wanted - items.length), ...(cursor === undefined ? {} : { cursor }) },
    });
    items.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined && items.length < wanted);
  return { items, next_cursor: cursor ?? null };
}

function filterOf(args: Arguments): Filter {
  const [actor, action, target, from, to] = [
    args.text('actor'),
    args.text('action'),
    args.text('target'),
    args.text('from'),
    args.text('to'),
  ];
  const slash = target?.indexOf('/') ?? -1;
  return {
    ...(actor === undefined ? {} : { actor }),
    ...(action === undefined ? {} : { action }),
    ...(target === undefined ? {} : { target: target.slice(slash + 1) }),
    ...(target === undefined || slash < 1 ? {} : { target_type: target.slice(0, slash) }),
    ...(from === undefined ? {} : { from: auditTimeOf('from', from) }),
    ...(to === undefined ? {} : { to: auditTimeOf('to', to) }),
  };
}

function outcomeCell(outcome: AuditRecord['outcome'], colors: Colors): TableCell {
  return { text: outcome, paint: outcome === 'ok' ? colors.green : outcome === 'refused' ? colors.yellow : colors.red };
}
