import type { CommandRun } from '../command/command';
import { keepCertificate, ofRun } from './keep-certificate';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const certificate = await client.download('issueCertificate', ofRun(args));
  await keepCertificate(await certificate.text(), args.text('out'), context);
};
