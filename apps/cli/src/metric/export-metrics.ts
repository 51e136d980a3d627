import { stringify } from 'yaml';
import type { CommandRun } from '../command/command';
import { saveText } from '../command/save-text';

export const run: CommandRun = async (args, { client, terminal }) => {
  const service = await client();
  const document = await service.exportOsi();
  const out = args.text('out');
  const json = `${JSON.stringify(document, null, 2)}\n`;
  if (out === undefined) return terminal.out(json);
  const text = /\.ya?ml$/.test(out) ? stringify(document) : json;
  saveText(out, text, terminal);
};
