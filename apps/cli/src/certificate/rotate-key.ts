import { existsSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { KeyError, type KeyHistory, readKeyHistory, rotateKeyFile } from '@svc/audit-chain';
import { type CommandContext, type CommandRun, show } from '../command/command';
import { fieldList } from '../command/printing';
import { CommandError } from '../command/usage-error';
import { EXIT } from '../exit-code';
import { findKeyFile } from './find-key-file';
import { stackRuns } from './stack-runs';

/**
 * Creates a new key. Refused while the stack of that `.svc/` runs: it signs with the key it read at its start, and everybody who
 * has the key history would reject what it signs after the old key was retired.
 */
export const run: CommandRun = async (args, context) => {
  const path = findKeyFile(args.text('key'), context.terminal);
  const shown = relative(context.terminal.cwd, path) || path;
  if (!existsSync(path)) throw new CommandError(`there is no key ${shown}`, 'svc up makes one at its first start');
  if (stackRuns(dirname(path))) {
    const { red, bold, dim } = context.terminal.errColors;
    context.terminal.err(
      `${red(bold('refused'))} the service is running with ${shown} in memory: certificates that it signs after the key is retired would not verify\n  ${dim('next:')} svc down, svc certificate rotate-key, svc up\n`,
    );
    return EXIT.refused;
  }
  const history = await rotate(path);
  show(context, { key_file: path, history_file: `${path}.history.json`, keys: history }, () =>
    people(history, shown, context),
  );
  context.terminal.err(
    `The service signs with it from its next start (svc up). Give those who verify ${shown}.history.json: it has every key and when it signed.\nIf another process uses this file, restart it now: what it still signs with the old key does not verify.\n`,
  );
  return EXIT.ok;
};

async function rotate(path: string): Promise<KeyHistory> {
  try {
    await rotateKeyFile(path);
    return await readKeyHistory(path);
  } catch (error) {
    if (error instanceof KeyError) throw new CommandError(`the key cannot be rotated: ${error.message}`);
    throw error;
  }
}

function people(history: KeyHistory, shown: string, { terminal }: CommandContext): string {
  const [old, current] = history.slice(-2);
  return fieldList(terminal, [
    ['new key', current?.public_key ?? null],
    ['signs from', current?.from ?? null],
    ['old key', old?.public_key ?? null],
    ['signed', `${old?.from ?? ''} until ${old?.until ?? ''}; certificates of that time stay valid`],
    ['history', `${shown}.history.json (${history.length} keys)`],
  ]);
}
