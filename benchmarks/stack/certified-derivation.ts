import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ProblemError } from '@svc/contracts';
import { ROOT, type RunningStack } from './running-stack';

/** Where the derivations are that only benchmarks use; a file is named for the one it defines. */
const FOLDER = path.join(ROOT, 'benchmarks', 'derivations');

export function derivationFile(name: string): string {
  return path.join(FOLDER, `${name}.py`);
}

/** Sees to it that a derivation of this folder is in the stack as its file says, and certified. Nothing runs when it is already. */
export async function certifiedDerivation({ client }: RunningStack, name: string): Promise<void> {
  const before = await client.getDerivation({ params: { name } }).catch(absent);
  const body = { files: { [`derivations/${name}.py`]: readFileSync(derivationFile(name), 'utf8') } };
  await client.putDerivation({
    params: { name },
    body,
    ...(before === null ? { query: { visibility: 'project' } as const } : { if_match: before.etag }),
  });
  const started = await client.runDerivation({ params: { name }, body: {} });
  await client.waitForJob(started.id);
  const { certification } = await client.getDerivation({ params: { name } });
  if (!certification.certified) throw new Error(`${name} is not certified: ${certification.reason}`);
}

/** For `catch`: null instead of a `not-found` refusal. */
export function absent(error: unknown): null {
  if (error instanceof ProblemError && error.code === 'not-found') return null;
  throw error;
}
