import { existsSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import type { Config } from './config';
import type { Progress } from './progress';
import { Refusal } from './refusal';
import { readStack } from './stack';
import { dataOf, stateDirectory, type StateDirectory } from './state-directory';
import { stopSupervisor } from './supervisor-process';

async function confirmed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new Refusal(
      'reset removes all data and there is no terminal to ask on.',
      'If you mean it: ./svc reset --yes',
    );
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim());
  } finally {
    terminal.close();
  }
}

function usesGivenPostgres({ stackFile }: StateDirectory): boolean {
  return existsSync(stackFile) && readStack(stackFile).postgresUrl !== undefined;
}

/** Stops the stack and removes all it knows: databases, warehouse, keys, the audit log. Asks first unless told not to. */
export async function reset(config: Config, progress: Progress, yes: boolean): Promise<void> {
  const { root } = stateDirectory(config.state);
  if (!existsSync(root)) return progress.line('  There is nothing to remove.');
  if (!yes && !(await confirmed(`Remove all data in ${root}, also keys and the audit log? [y/N] `)))
    return progress.line('  Nothing was removed.');
  await progress.step('Stopping', () => stopSupervisor(stateDirectory(config.state)).then(() => ''));
  const givenPostgres = usesGivenPostgres(stateDirectory(config.state));
  await progress.step('Removing data', () => {
    for (const path of dataOf(stateDirectory(config.state))) rmSync(path, { recursive: true, force: true });
  });
  if (givenPostgres)
    progress.line('  A Postgres of yours (SVC_POSTGRES_URL) is not touched: give the next stack a new database there.');
}
