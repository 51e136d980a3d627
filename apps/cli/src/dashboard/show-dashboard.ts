import {
  type Client,
  type Dashboard,
  type DashboardVariable,
  type DashboardVersion,
  type DashboardWidget,
  ProblemError,
} from '@svc/contracts';
import { type AuthorNames, authorNames } from '../command/author-names';
import { type CommandRun, show } from '../command/command';
import { extra, fieldList, prose, right, shortTime, textTable, whole } from '../command/printing';
import type { Terminal } from '../terminal/terminal';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const name = args.at(0);
  const dashboard = await client.getDashboard({ params: { name } });
  if (args.flag('spec')) return context.terminal.out(`${JSON.stringify(dashboard.spec, null, 2)}\n`);
  const versions = await versionsOf(client, name);
  const authors = [dashboard.owner, dashboard.published?.author ?? '', ...(versions ?? []).map((it) => it.author)];
  const nameOf = await authorNames(client, authors, context);
  show(context, { ...dashboard, versions }, () =>
    [
      fieldsText(dashboard, context.terminal, nameOf),
      widgetsText(dashboard, context.terminal),
      ...(versions === null ? [] : [historyText(versions, context.terminal, nameOf)]),
    ].join('\n'),
  );
};

function fieldsText(dashboard: Dashboard, terminal: Terminal, nameOf: AuthorNames): string {
  const { spec, published } = dashboard;
  return fieldList(terminal, [
    ['name', dashboard.name],
    ['title', spec.title],
    ['description', spec.description ?? null],
    ['state', dashboard.status],
    ['version', dashboard.version],
    [
      'published',
      published === null
        ? null
        : `version ${published.version}, ${shortTime(published.published_at) ?? ''} by ${nameOf(published.author)}`,
    ],
    ['variables', spec.variables.map(variableText).join(', ') || null],
    ['theme', spec.theme ?? null],
    ['owner', nameOf(dashboard.owner)],
    ['etag', dashboard.etag],
  ]);
}

function widgetsText({ spec }: Dashboard, terminal: Terminal): string {
  return textTable(
    terminal,
    [whole('page'), whole('widget'), whole('type'), 'shows', extra(1, 'title')],
    spec.pages.flatMap((page) => page.widgets.map((it) => [page.name, it.id, it.type, sourceText(it), it.title ?? ''])),
  );
}

function historyText(versions: readonly DashboardVersion[], terminal: Terminal, nameOf: AuthorNames): string {
  return textTable(
    terminal,
    [right('version'), whole('at'), 'by', 'published', prose('change')],
    versions.map((it) => [
      it.version,
      shortTime(it.created_at),
      nameOf(it.author),
      it.publications.map((one) => shortTime(one.published_at)).join(', '),
      it.change,
    ]),
  );
}

/** Readers see the published version and no history. */
async function versionsOf(client: Client, name: string): Promise<readonly DashboardVersion[] | null> {
  try {
    return (await client.listDashboardVersions({ params: { name } })).items;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'forbidden') return null;
    throw error;
  }
}

function variableText({ name, type, options }: DashboardVariable): string {
  return options?.derivation === undefined
    ? `${name} (${type})`
    : `${name} (${type}, values of ${options.derivation}.${options.column ?? ''})`;
}

function sourceText(widget: DashboardWidget): string {
  if (widget.type === 'text') return 'text';
  if (widget.type === 'filter') return `variable ${widget.variable}`;
  return widget.bind.metric === undefined ? `rows of ${widget.bind.derivation ?? ''}` : `metric ${widget.bind.metric}`;
}
