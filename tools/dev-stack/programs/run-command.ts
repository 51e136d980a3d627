import { spawn } from 'node:child_process';

export interface Finished {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Called with each line of stderr as it arrives. */
  readonly onLine?: (line: string) => void;
}

/** Runs a command to its end and returns its output. A missing program ends with status 127. */
export function runCommand(program: string, args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  return new Promise((resolve) => {
    const { env, cwd } = options;
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(env && { env }),
      ...(cwd !== undefined && { cwd }),
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      for (const line of text.split('\n')) if (line.trim() !== '') options.onLine?.(line.trim());
    });
    child.once('error', (error) => resolve({ status: 127, stdout, stderr: error.message }));
    child.once('close', (code, signal) =>
      resolve({ status: code ?? 1, stdout, stderr: signal === null ? stderr : `${stderr}ended by ${signal}` }),
    );
  });
}

/** The last lines of a command's output, for a message. */
export function lastWords({ stdout, stderr }: Finished, lines = 6): string {
  return (stderr.trim() === '' ? stdout : stderr).trim().split('\n').slice(-lines).join('\n');
}

/** The error message of a Python tool, without its retries and tracebacks. */
export function complaint(finished: Finished): string {
  const said = `${finished.stdout}\n${finished.stderr}`.split('\n').filter((line) => /^(ERROR|provision): /.test(line));
  return said.length === 0
    ? lastWords(finished, 2)
    : said.map((line) => line.replace(/^(ERROR|provision): /, '')).join('\n');
}
