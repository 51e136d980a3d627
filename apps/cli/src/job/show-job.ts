import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { jobText } from './job-text';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const job = await client.getJob({ params: { id: args.at(0) } });
  show(context, job, () => jobText(job, context.terminal));
};
