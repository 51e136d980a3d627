import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** How one process went, from before it was started until it and its output had ended. */
export interface EndedProcess {
  readonly ms: number;
  readonly stdout: string;
  /** Each line of its standard error, with the milliseconds after which it came. */
  readonly said: readonly { readonly at: number; readonly line: string }[];
}

/** Runs a program to its end; rejects with what it complained of when that is not a good one. */
export function runToEnd(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<EndedProcess> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const said: { at: number; line: string }[] = [];
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    createInterface({ input: child.stderr }).on('line', (line) => said.push({ at: performance.now() - begun, line }));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve({ ms: performance.now() - begun, stdout, said });
      else
        reject(
          new Error(`${program} ${args.join(' ')} ended with ${String(code)}: ${said.map((it) => it.line).join('\n')}`),
        );
    });
  });
}
