import type { MetricAnswer } from '@svc/contracts';
import type { CommandContext, CommandRun } from '../command/command';
import { show } from '../command/command';
import { rowTable, shortTime, warnTruncated } from '../command/printing';
import { cellText } from '../terminal/cell-text';
import { withProgress } from '../terminal/progress-line';
import { chartOf } from './metric-chart';
import { metricQuestion } from './metric-question';

/** A longer bar shows no more. */
const WIDEST = 80;

export const run: CommandRun = async (args, context) => {
  const body = metricQuestion(args);
  const client = await context.client();
  const answer = await withProgress(context.terminal, '', () =>
    client.queryMetric({ params: { name: args.at(0) }, body }),
  );
  show(context, answer, () => people(answer, context));
  warnTruncated(context.terminal, answer);
};

/** ` (season="winter")`. */
function paramsOf(params: MetricAnswer['source']['params']): string {
  const pairs = Object.entries(params).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return pairs.length === 0 ? '' : ` (${pairs.join(', ')})`;
}

function people(answer: MetricAnswer, { terminal }: CommandContext): string {
  const { dim, green, yellow } = terminal.outColors;
  const chart = chartOf(answer, Math.min(terminal.width ?? WIDEST, WIDEST), terminal.outColors);
  const proofs = answer.sources.map((it) => {
    const verdict = it.verdict === 'sound' ? green(it.verdict) : yellow(it.verdict);
    return `${dim('from')} ${it.derivation}${paramsOf(it.params)} ${verdict} ${dim(`as of ${shortTime(it.as_of) ?? ''} UTC`)}\n  ${dim(`certificate ${it.certificate_digest}`)}\n  ${dim(`data        ${it.data_hash}`)}\n`;
  });
  const totals =
    answer.totals === undefined
      ? ''
      : `${dim('over all groups')}  ${cellText(answer.totals.at(-1), terminal.outColors, answer.columns.at(-1)?.type).text}\n`;
  return [`${rowTable(terminal, answer)}${totals}`, ...(chart === null ? [] : [chart]), proofs.join('')].join('\n');
}
