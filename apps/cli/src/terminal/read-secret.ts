import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

export interface SecretInput {
  readonly stdin: NodeJS.ReadStream;
  readonly stderr: NodeJS.WritableStream;
}

/**
 * A secret that appears in no shell history and no process list: typed without echo, or, where standard input is no
 * terminal, all of it without the final line break. Null when the prompt was interrupted.
 */
export async function readSecret(question: string, { stdin, stderr }: SecretInput): Promise<string | null> {
  if (stdin.isTTY) return typed(question, stdin, stderr);
  const parts: string[] = [];
  for await (const part of stdin.setEncoding('utf8')) parts.push(String(part));
  return parts.join('').replace(/\r?\n$/, '');
}

async function typed(
  question: string,
  input: NodeJS.ReadStream,
  stderr: NodeJS.WritableStream,
): Promise<string | null> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: true, historySize: 0 });
  // Only now: from here on the terminal echoes nothing.
  stderr.write(question);
  try {
    return await new Promise((resolve) => {
      for (const end of ['SIGINT', 'close'] as const) lines.once(end, () => resolve(null));
      lines.question('', resolve);
    });
  } finally {
    lines.close();
    stderr.write('\n');
  }
}
