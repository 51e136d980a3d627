import { firstAccessQuery, modelTraining, trainingRequest, type TrainingRequest } from '@svc/contracts';
import { newVisibilityIn } from '../access/visibility-options';
import { type CommandRun, show } from '../command/command';
import { fieldList, verdictCell } from '../command/printing';
import { UsageError } from '../command/usage-error';
import { followResult } from '../derivation/follow-run';
import { withProgress } from '../terminal/progress-line';
import { numberText } from './score-text';

/** Starts a training and waits for it; interrupting the command does not stop the training (svc job cancel does). */
export const run: CommandRun = async (args, context) => {
  const name = args.at(0);
  const body = requestIn(name, args);
  const said = newVisibilityIn(args);
  const client = await context.client();
  const result = await withProgress(context.terminal, `${name}: starting`, async (line) => {
    const query = said === null ? {} : firstAccessQuery(said);
    const job = await client.trainModel({ query, body });
    return followResult(client, name, job, modelTraining.result, line);
  });
  show(context, result, () =>
    fieldList(context.terminal, [
      ['model', `${name}, version ${result.version}${result.champion ? ', champion' : ''}`],
      ['verdict', verdictCell(result.verdict, context.terminal.outColors)],
      ['because', result.verdict_reason],
      ['estimator', result.estimator],
      ...Object.entries(result.metrics).map(
        ([metric, score]) =>
          ['score', `${metric} ${numberText(score)} (baseline ${numberText(result.baseline[metric])})`] as const,
      ),
    ]),
  );
  if (!result.champion)
    context.terminal.err(`not the champion; to make it that: svc model promote ${name} ${result.version}\n`);
};

function listed(texts: readonly string[]): string[] | undefined {
  return texts.length === 0 ? undefined : [...texts];
}

function requestIn(name: string, args: Parameters<CommandRun>[0]): TrainingRequest {
  const parsed = trainingRequest.safeParse({
    name,
    target: args.text('target'),
    derivation: args.text('derivation'),
    dataset: args.text('dataset'),
    features: listed(args.texts('feature')),
    engine: args.text('engine'),
    task: args.text('task'),
    metric: args.text('metric'),
    groups: args.text('groups'),
    time_col: args.text('time-col'),
    horizon: args.count('horizon'),
    time_budget: args.count('time-budget'),
    declared: declaredIn(args.text('declared')),
    estimator_list: listed(args.texts('estimator')),
  });
  if (!parsed.success)
    throw new UsageError(parsed.error.issues.map((it) => `${it.path.join('.')}: ${it.message}`).join('; '));
  return parsed.data;
}

function declaredIn(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    throw new UsageError('--declared: is not JSON, such as {"unit": "person"}');
  }
}
