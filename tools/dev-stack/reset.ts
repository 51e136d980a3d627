import { existsSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { namesAnchors, planAnchors } from './state/anchor-folder';
import type { Config } from './config';
import type { Progress } from './progress';
import { Refusal } from './refusal';
import { readStack, type Stack } from './stack/stack';
import { dataOf, stateDirectory, type StateDirectory } from './state/state-directory';
import { stopSupervisor } from './supervisor/supervisor-process';

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

/** What reset must know about the stack that last ran here, before it removes that too. */
function lastStack({ stackFile }: StateDirectory): Stack | null {
  return existsSync(stackFile) ? readStack(stackFile) : null;
}

/** Stops the stack and removes its data: databases, warehouse, keys, the audit log. Asks first unless told not to. */
export async function reset(config: Config, progress: Progress, yes: boolean): Promise<void> {
  const state = stateDirectory(config.state);
  if (!existsSync(state.root)) return progress.line('  There is nothing to remove.');
  const stack = lastStack(state);
  const anchors = stack === null ? planAnchors(config, config.forServices).folder : stack.anchors;
  const kept = anchors !== null && existsSync(anchors) ? ` and its anchors in ${anchors}` : '';
  if (!yes && !(await confirmed(`Remove all data in ${state.root}, also keys and the audit log${kept}? [y/N] `)))
    return progress.line('  Nothing was removed.');
  await progress.step('Stopping', () => stopSupervisor(state).then(() => ''));
  await progress.step('Removing data', () => {
    // Anchors go last: after an interruption, the next start finds the log they belong to, or sets them aside.
    for (const path of [...dataOf(state), ...(anchors === null ? [] : [anchors])])
      rmSync(path, { recursive: true, force: true });
  });
  if (stack?.postgresUrl !== undefined)
    progress.line('  A Postgres of yours (SVC_POSTGRES_URL) is not touched: give the next stack a new database there.');
  if (stack !== null && namesAnchors(stack.settings))
    progress.line(
      '  Anchors at a place of yours (SVC_ANCHOR_…) are not touched: give the next audit log a new place there.',
    );
}
