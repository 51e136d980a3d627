import type { CommandRun } from '../command/command';
import { saveText } from '../command/save-text';

type Parts = Parameters<CommandRun>;

/** A JSON document to the file that `--out` names, else to standard output. */
export function writeDocument(document: object, args: Parts[0], { terminal }: Parts[1]): void {
  const text = `${JSON.stringify(document, null, 2)}\n`;
  const out = args.text('out');
  if (out === undefined) return terminal.out(text);
  saveText(out, text, terminal);
  terminal.err(`${out} written\n`);
}
