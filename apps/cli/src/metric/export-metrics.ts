import { stringify } from 'yaml';
import { saveText } from '../audit/save-text';
import type { CommandRun } from '../command/command';

export const run: CommandRun = async (args, { client, terminal }) => {
  const service = await client();
  const document = await service.exportOsi();
  const out = args.text('out');
  const json = `${JSON.stringify(document, null, 2)}\n`;
  if (out === undefined) return terminal.out(json);
  const text = /\.ya?ml$/.test(out) ? stringify(document) : json;
  saveText(out, text, terminal);
};
