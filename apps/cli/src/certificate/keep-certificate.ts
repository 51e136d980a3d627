import { certificate } from '@svc/contracts';
import type { Arguments } from '../command/arguments';
import type { CommandContext } from '../command/command';
import { inSet, sourceArgument } from '../command/source-argument';
import { printable } from '../terminal/printable';
import type { Terminal } from '../terminal/terminal';
import { wrap } from '../terminal/wrap';
import { saveText } from '../command/save-text';

/** The requested certificate: of a derivation's parameter set, and of the run that `--run` names. */
export function ofRun(args: Arguments): { params: { name: string }; query: { set?: string; run?: string } } {
  const source = sourceArgument(args);
  const run = args.text('run');
  return { params: { name: source.derivation }, query: { ...inSet(source), ...(run === undefined ? {} : { run }) } };
}

/** Writes a certificate exactly as received: to the file, else to standard output. */
export async function keepCertificate(
  text: string,
  out: string | undefined,
  { terminal }: CommandContext,
): Promise<void> {
  sayStatus(text, terminal);
  const whole = text.endsWith('\n') ? text : `${text}\n`;
  if (out === undefined) {
    terminal.out(whole);
    return;
  }
  saveText(out, whole, terminal);
  terminal.err(
    `${out} written; anybody with the public key can verify it:\n  svc certificate verify ${out} --public-key <key>\n`,
  );
}

/** A certificate cannot mention later events; the service that served it does, beside it. */
export function sayStatus(text: string, terminal: Terminal): void {
  const { status } = certificate.pick({ status: true }).parse(JSON.parse(text));
  if (status === undefined) return;
  const note = `Note: the derivation is not certified by this certificate now. ${status.reason}`;
  terminal.err(`${wrap(printable(note), terminal.width, 0)}\n`);
}
