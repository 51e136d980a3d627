import { CHAMPION, type ModelVersionDetail } from '@svc/contracts';
import { type CommandContext, type CommandRun, show } from '../command/command';
import { fieldList, shortTime, verdictCell } from '../command/printing';
import { printable } from '../terminal/printable';
import { numberText, scoreText } from './score-text';

/** Without a version the champion; without a champion what there is to promote. */
export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const name = args.at(0);
  const asked = args.maybe(1);
  const model = await client.getModel({ params: { name } });
  const version = asked ?? (model.champion_version === null ? model.latest_version?.toString() : CHAMPION);
  if (version === undefined) {
    show(context, model, () => `${name} has no versions\n`);
    return;
  }
  const detail = await client.getModelVersion({ params: { name, version } });
  if (args.flag('card')) {
    show(context, detail.description, () => printable(detail.description));
    return;
  }
  show(context, detail, () => versionText(detail, context));
  if (model.champion_version === null)
    context.terminal.err(`no version is champion; promote one with: svc model promote ${name} ${detail.version}\n`);
};

function versionText(it: ModelVersionDetail, { terminal }: CommandContext): string {
  const { low, high, metric } = it.interval;
  return fieldList(terminal, [
    ['model', `${it.model}, version ${it.version}`],
    ['aliases', it.aliases.length === 0 ? null : it.aliases.join(', ')],
    ['verdict', verdictCell(it.verdict, terminal.outColors)],
    ['because', it.verdict_reason],
    ['predicts', `${it.target} (${it.task}) from ${it.features.join(', ')}`],
    ...Object.keys(it.metrics).map((name) => ['score', scoreText(it, name)] as const),
    [
      'interval',
      low === null || high === null ? null : `${metric} from ${numberText(low)} to ${numberText(high)} (95 %)`,
    ],
    ['rows', `${it.n_train} to train, ${it.n_test} held out (${it.holdout.detail})`],
    ['engine', `${it.engine}: ${it.estimator}`],
    ['source', `${it.source.kind} ${it.source.name ?? ''} ${it.source.data_hash}`],
    ['certificate', it.source.certificate_digest],
    ['served', it.serving.path === 'flat' ? 'yes, by the flat scorer' : `no: ${it.serving.reason ?? ''}`],
    ['trained', `${shortTime(it.created_at)} by ${it.created_by}, job ${it.job}`],
    ...it.warnings.map((warning) => ['warning', warning] as const),
  ]);
}
