import { certificate } from '@svc/contracts';
import type { CommandRun } from '../command/command';
import { certificateText } from './certificate-text';
import { keepCertificate, ofRun, sayStatus } from './keep-certificate';

/** On a terminal in words; for files, pipes and programs byte for byte, since every byte is signed. */
export const run: CommandRun = async (args, context) => {
  const { terminal, json } = context;
  const client = await context.client();
  const name = args.at(0);
  const text = await (await client.download('getCertificate', ofRun(args))).text();
  const out = args.text('out');
  if (json || out !== undefined || terminal.width === null) return keepCertificate(text, out, context);
  terminal.out(certificateText(certificate.parse(JSON.parse(text)), terminal));
  sayStatus(text, terminal);
  terminal.err(`\n${terminal.errColors.dim('the file itself:')} svc certificate show ${name} --out ${name}.json\n`);
};
