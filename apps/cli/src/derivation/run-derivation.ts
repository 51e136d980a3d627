import { type Json, type RunResult, sourceOf } from '@svc/contracts';
import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { jsonOrText } from '../command/json-or-text';
import { fieldList, verdictCell } from '../command/printing';
import { sourceArgument } from '../command/source-argument';
import { UsageError } from '../command/usage-error';
import { EXIT } from '../exit-code';
import { withProgress } from '../terminal/progress-line';
import { estimateText } from './estimate-text';
import { followRun } from './follow-run';

export const run: CommandRun = async (args, context) => {
  const { derivation, set } = sourceArgument(args);
  const name = sourceOf(derivation, set);
  const params = Object.fromEntries(args.texts('param').map(paramOf));
  const client = await context.client();
  const result = await withProgress(context.terminal, `${name}: starting`, (line) =>
    followRun(client, { derivation, set }, { params, force: args.flag('force') }, line),
  );
  const { items } = await client.listRuns({ params: { name: derivation }, query: { limit: 1, set } });
  const newest = items[0] ?? null;
  show(context, { ...result, run: newest }, () =>
    fieldList(context.terminal, [
      ['derivation', name],
      ['outcome', result.unchanged ? 'unchanged since the newest run' : result.outcome],
      ['verdict', verdictCell(result.verdict, context.terminal.outColors)],
      ['estimate', estimateText(newest?.attestation?.estimate ?? null)],
      ['reason', result.reason],
      ['certified', certifiedText(result)],
      ['certificate', result.certificate_digest],
    ]),
  );
  if (result.outcome === 'failed') return EXIT.failure;
  if (result.outcome === 'refused') return EXIT.refused;
  return args.flag('require-sound') && !result.certified ? EXIT.refused : EXIT.ok;
};

/** With the reason where it differs from what the verdict suggests. */
function certifiedText({ verdict, certified, certification_reason }: RunResult): string {
  if (certified) return 'yes';
  return verdict === 'sound' ? `no. ${certification_reason}` : 'no';
}

/** `year=2013` is a number, `name=ann` a text. */
export function paramOf(text: string): [string, Json] {
  const equals = text.indexOf('=');
  if (equals < 1) throw new UsageError(`--param expects name=value, not "${text}"`);
  return [text.slice(0, equals), jsonOrText(text.slice(equals + 1))];
}
