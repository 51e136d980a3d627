import { derivationCheck, sourceOf } from '@svc/contracts';
import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { inSet, sourceArgument } from '../command/source-argument';
import { EXIT } from '../exit-code';
import { withProgress } from '../terminal/progress-line';
import { attestationText } from './attestation-text';
import { followResult } from './follow-run';
import { paramOf } from './run-derivation';

/** A preview of the verdict: no attempt, no run in the history, no certificate. */
export const run: CommandRun = async (args, context) => {
  const { derivation, set } = sourceArgument(args);
  const name = sourceOf(derivation, set);
  const params = Object.fromEntries(args.texts('param').map(paramOf));
  const client = await context.client();
  const { terminal } = context;
  const found = await withProgress(terminal, `${name}: starting`, async (line) =>
    followResult(
      client,
      name,
      await client.checkDerivation({ params: { name: derivation }, body: { params, ...inSet({ derivation, set }) } }),
      derivationCheck.result,
      line,
    ),
  );
  show(context, found, () => attestationText(found, terminal));
  terminal.err(
    `${terminal.errColors.yellow('preview')} ${previewWords(found.oracle['looks'])}\n  ${terminal.errColors.dim('next:')} svc derivation run ${name}\n`,
  );
  return args.flag('require-sound') && found.verdict !== 'sound' ? EXIT.refused : EXIT.ok;
};

function previewWords(before: unknown): string {
  const count = typeof before === 'number' ? `, as number ${before + 1} on this data` : '';
  return `This is not a certificate, and no attempt was counted. The preview is recorded${count}, and certificates state it.`;
}
