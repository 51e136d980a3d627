import { execFile } from 'node:child_process';
import path from 'node:path';
import { type Client, createClient } from '@svc/contracts';
import { z } from 'zod';

const ROOT = path.resolve(__dirname, '..');

/** The private stack that the set-up started; its state lies in a folder of its own. */
export const stateDir = z
  .string({ error: 'run the end-to-end tests through ./svc test, which starts a stack for them' })
  .parse(process.env.SVC_STATE_DIR);

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `./svc …` as a user would, against the private stack; never rejects. */
export function svc(...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      path.join(ROOT, 'svc'),
      args,
      { cwd: ROOT, env: { ...process.env, NO_COLOR: '1' }, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : 1, stdout, stderr });
      },
    );
  });
}

/** The JSON that a command prints with `--json`; rejects with its complaint when it fails. */
export async function svcJson<T extends z.ZodType>(schema: T, ...args: string[]): Promise<z.output<T>> {
  const { code, stdout, stderr } = await svc(...args, '--json');
  if (code !== 0) throw new Error(`svc ${args.join(' ')} ended with ${code}: ${stderr}${stdout}`);
  return schema.parse(JSON.parse(stdout));
}

const status = z.looseObject({
  gateway: z.string(),
  token: z.string(),
  processes: z.array(
    z.looseObject({ name: z.string(), state: z.string(), pid: z.int().nullable(), restarts: z.int() }),
  ),
});
export type StackStatus = z.output<typeof status>;

/** Where the stack listens, its admin token, and which processes it runs, as `svc status --json` tells. */
export async function stackStatus(): Promise<StackStatus> {
  const { stdout } = await svc('status', '--json');
  return status.parse(JSON.parse(stdout));
}

/** A client with the admin token. */
export async function admin(): Promise<Client> {
  const { gateway, token } = await stackStatus();
  return createClient({ baseUrl: gateway, token });
}
