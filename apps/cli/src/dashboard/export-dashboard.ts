import type { CommandRun } from '../command/command';
import { writeDocument } from './write-document';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  writeDocument(await client.exportDashboard({ params: { name: args.at(0) } }), args, context);
};
