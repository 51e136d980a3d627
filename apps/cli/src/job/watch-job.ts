import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { progressText } from '../derivation/follow-run';
import { withProgress } from '../terminal/progress-line';
import { jobExit, jobText } from './job-text';

export const run: CommandRun = async (args, context) => {
  const id = args.at(0);
  const client = await context.client();
  const job = await withProgress(context.terminal, id, (line) =>
    client.waitForJob(id, { onChange: (it) => line.say(progressText(it.kind, it)) }),
  );
  show(context, job, () => jobText(job, context.terminal));
  return jobExit(job);
};
