import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { saveText } from '../command/save-text';
import { UsageError } from '../command/usage-error';

export const run: CommandRun = async (args, context) => {
  const text = args.at(0);
  if (!/^\d{1,15}$/.test(text))
    throw new UsageError(`the number of a record is 0 or more (svc audit list shows it), not "${text}"`);
  const client = await context.client();
  const proof = await client.getAuditProof({ params: { seq: Number(text) } });
  const out = args.text('out');
  if (out === undefined) return show(context, proof, () => proof.proof);
  saveText(out, proof.proof, context.terminal);
  context.terminal.err(
    `${out} proves record ${proof.seq} among the first ${proof.tree_size}. Anybody with the log's key can verify it:\n  svc audit verify-proof ${out} --log-key <key>\n`,
  );
};
