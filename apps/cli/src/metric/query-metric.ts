import { GRAINS, type MetricAnswer } from '@svc/contracts';
import type { CommandContext, CommandRun } from '../command/command';
import { show } from '../command/command';
import { rowTable, shortTime, warnTruncated } from '../command/printing';
import { printable } from '../terminal/printable';
import { withProgress } from '../terminal/progress-line';
import { chartOf } from './metric-chart';
import { parseFilter } from './parse-filter';

/** A bar says as much in half a screen. */
const WIDEST = 80;

export const run: CommandRun = async (args, context) => {
  const grain = args.oneOf('grain', GRAINS);
  const limit = args.count('limit');
  const body = {
    group_by: args.texts('group-by').flatMap((it) => it.split(',')).map((it) => it.trim()).filter((it) => it !== ''),
    filters: args.texts('filter').map(parseFilter),
    ...(grain === undefined ? {} : { grain }),
    ...(limit === undefined ? {} : { limit }),
  };
  const params = { name: args.at(0) };
  const client = await context.client();
  if (args.flag('sql')) {
    const compiled = await client.compileMetric({ params, body });
    return show(context, compiled, () => `${printable(compiled.sql)}\n${compiled.parameters.map((it, index) => `-- $${index + 1} = ${printable(JSON.stringify(it))}\n`).join('')}`);
  }
  const answer = await withProgress(context.terminal, '', () => client.queryMetric({ params, body }));
  show(context, answer, () => people(answer, context));
  warnTruncated(context.terminal, answer);
};

function people(answer: MetricAnswer, { terminal }: CommandContext): string {
  const { dim, green, yellow } = terminal.outColors;
  const chart = chartOf(answer, Math.min(terminal.width ?? WIDEST, WIDEST), terminal.outColors);
  const proofs = answer.sources.map((it) => {
    const verdict = it.verdict === 'sound' ? green(it.verdict) : yellow(it.verdict);
    return `${dim('from')} ${it.derivation} ${verdict} ${dim(`as of ${shortTime(it.as_of) ?? ''} UTC`)}\n  ${dim(`certificate ${it.certificate_digest}`)}\n  ${dim(`data        ${it.data_hash}`)}\n`;
  });
  return [rowTable(terminal, answer), ...(chart === null ? [] : [chart]), proofs.join('')].join('\n');
}
