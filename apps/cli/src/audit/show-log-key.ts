import type { CommandRun } from '../command/command';
import { show } from '../command/command';

export const run: CommandRun = async (_, context) => {
  const client = await context.client();
  const { audit_log_key, issuer } = await client.getPublicKey();
  show(context, { audit_log_key, issuer }, () => audit_log_key);
};
