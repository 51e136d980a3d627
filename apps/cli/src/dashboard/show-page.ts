import type { PageData, TileData } from '@svc/contracts';
import { type CommandContext, type CommandRun, show } from '../command/command';
import { rowTable, shortTime, warnTruncated } from '../command/printing';
import { EXIT } from '../exit-code';
import { numberText } from '../terminal/cell-text';
import { printable, printableLine } from '../terminal/printable';
import { wrap } from '../terminal/wrap';
import { offeredText } from './offered-text';
import { pageQuestion } from './page-question';

/** Ends with 6 when the source of some tile is not certified now, with 1 when one has no answer. */
export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const { params, variables, draft } = await pageQuestion(args, client);
  const page = await client.readDashboardPage({ params, body: { variables: { ...variables }, draft } });
  show(context, page, () => pageText(page, context));
  for (const tile of page.tiles) if (tile.state === 'answered') warnTruncated(context.terminal, tile.answer);
  if (page.tiles.some((it) => it.state === 'uncertified')) return EXIT.refused;
  return page.tiles.some((it) => it.state === 'failed') ? EXIT.failure : EXIT.ok;
};

function pageText({ page, tiles, version, published }: PageData, context: CommandContext): string {
  const { bold, dim } = context.terminal.outColors;
  const head = `${bold(printableLine(page.title))} ${dim(`version ${version}${published ? '' : ', draft'}`)}\n`;
  return [head, ...tiles.map((it) => `${bold(printableLine(titleOf(it)))}\n${tileText(it, context)}`)].join('\n');
}

function titleOf(tile: TileData): string {
  if (tile.title !== '') return tile.title;
  return tile.state === 'filter' ? tile.variable.label : tile.id;
}

function chosenText({ value, options }: Extract<TileData, { state: 'filter' }>): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return 'all';
  return printableLine(
    [value]
      .flat()
      .map((one) => options.values.find((it) => it.value === one)?.label ?? String(one))
      .join(', '),
  );
}

function tileText(tile: TileData, { terminal }: CommandContext): string {
  const { dim, green, red, yellow } = terminal.outColors;
  switch (tile.state) {
    case 'text':
      return `${printable(tile.content)}\n`;
    case 'filter':
      return `${chosenText(tile)}${tile.options.from === 'any' ? '' : dim(` of ${offeredText(tile.options)}`)}\n`;
    case 'uncertified':
      return tile.sources
        .map((it) => `${red('not certified now')} ${it.name}: ${wrap(printableLine(it.reason), terminal.width, 0)}\n`)
        .join('');
    case 'failed':
      return `${yellow('no answer')} ${wrap(printableLine(tile.problem.detail), terminal.width, 0)}\n`;
    case 'answered': {
      const [only, ...others] = tile.answer.rows;
      const value = only?.length === 1 && others.length === 0 ? only[0] : undefined;
      const shown =
        typeof value === 'number'
          ? `${numberText(value, tile.answer.columns[0]?.type)}\n`
          : rowTable(terminal, tile.answer);
      const proofs = tile.sources.map(
        (it) =>
          `${it.verdict === 'sound' ? green(it.verdict) : yellow(it.verdict)} ${dim(`${it.derivation} as of ${shortTime(it.as_of) ?? ''} UTC, certificate ${it.certificate_digest}`)}\n`,
      );
      return `${shown}${proofs.join('')}`;
    }
  }
}
