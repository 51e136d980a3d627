import { CommandError } from '../command/usage-error';
import type { Terminal } from '../terminal/terminal';

/** Reads a new password, typed twice; never an argument, which every process of the machine could read. */
export async function readPassword(terminal: Terminal): Promise<string> {
  const password = given(await terminal.readSecret('Password: '));
  if (password === '')
    throw new CommandError(
      'there is no password on standard input',
      'run it in a terminal, which asks for the password, or redirect a file with it: … < password.txt',
    );
  if (terminal.attended && given(await terminal.readSecret('Again: ')) !== password)
    throw new CommandError('the two passwords differ; nothing was done');
  return password;
}

function given(secret: string | null): string {
  if (secret === null) throw new CommandError('stopped before anything was done');
  return secret;
}
