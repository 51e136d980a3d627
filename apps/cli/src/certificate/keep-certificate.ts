import type { CommandContext } from '../command/command';
import { saveText } from '../command/save-text';

/** Writes a certificate exactly as it was received: to the file, else to standard output. */
export async function keepCertificate(
  text: string,
  out: string | undefined,
  { terminal }: CommandContext,
): Promise<void> {
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
