import { createColors } from 'picocolors';
import { readSecret } from './read-secret';

export type Colors = ReturnType<typeof createColors>;

/** Where a command reads and writes. Data goes to out; progress, warnings and errors go to err. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Columns of the terminal; null when output is not one, and then nothing is cut. */
  readonly width: number | null;
  readonly outColors: Colors;
  readonly errColors: Colors;
  /** Whether lines may be redrawn. */
  readonly live: boolean;
  /** Whether box-drawing and block characters may be used. */
  out(text: string): void;
  err(text: string): void;
  /** Everything on standard input, as text. */
  readInput(): Promise<string>;
  /** A secret: prompted for without echo, or read from standard input when that is no terminal. Null when interrupted. */
  readSecret(question: string): Promise<string | null>;
  /** Whether a person can be asked. */
  readonly attended: boolean;
}

/** The real terminal of this process. Honours `NO_COLOR`, `FORCE_COLOR` and `TERM=dumb`; a pipe gets neither colour nor spinner. */
export function processTerminal(colorAllowed: boolean): Terminal {
  const { env, stdout, stderr, stdin } = process;
  const colored = (stream: NodeJS.WriteStream): boolean => {
    if (!colorAllowed || (env.NO_COLOR ?? '') !== '') return false;
    if ((env.FORCE_COLOR ?? '') !== '' && env.FORCE_COLOR !== '0') return true;
    return stream.isTTY && env.TERM !== 'dumb';
  };
  return {
    env,
    cwd: process.cwd(),
    width: stdout.isTTY ? Math.max(40, stdout.columns) : null,
    outColors: createColors(colored(stdout)),
    errColors: createColors(colored(stderr)),
    live: stderr.isTTY && env.TERM !== 'dumb',
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    attended: stdin.isTTY,
    readSecret: (question) => readSecret(question, { stdin, stderr }),
    async readInput() {
      const parts: string[] = [];
      for await (const part of stdin.setEncoding('utf8')) parts.push(String(part));
      return parts.join('');
    },
  };
}
