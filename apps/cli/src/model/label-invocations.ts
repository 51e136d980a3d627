import { z } from 'zod';
import { inferenceLabel } from '@svc/contracts';
import { type CommandRun, show } from '../command/command';
import { UsageError } from '../command/usage-error';
import { readJson } from './read-rows';

const AT_ONCE = 1_000;

/** Labels from a file, in as many requests as it takes; one that is refused stops it and is said with those before it. */
export const run: CommandRun = async (args, context) => {
  const parsed = z
    .array(inferenceLabel)
    .min(1)
    .safeParse(await readJson(args.at(1), context));
  if (!parsed.success)
    throw new UsageError('labels are objects with "request_id", "label" and, but for the first row, "row"');
  const client = await context.client();
  let labelled = 0;
  for (let first = 0; first < parsed.data.length; first += AT_ONCE) {
    const labels = parsed.data.slice(first, first + AT_ONCE);
    labelled += (await client.labelInvocations({ params: { name: args.at(0) }, body: { labels } })).labelled;
  }
  show(context, { labelled }, () => `${labelled} rows labelled`);
};
