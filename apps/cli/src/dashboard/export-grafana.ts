import type { CommandRun } from '../command/command';
import { writeDocument } from './write-document';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const datasource = args.text('datasource');
  writeDocument(
    await client.exportGrafanaDashboard({
      params: { name: args.at(0) },
      query: datasource === undefined ? {} : { datasource },
    }),
    args,
    context,
  );
};
