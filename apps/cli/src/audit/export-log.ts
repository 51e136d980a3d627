import { mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseLogKey } from '@svc/audit-chain';
import { type CommandRun, show } from '../command/command';
import { CommandError, UsageError } from '../command/usage-error';
import { withProgress } from '../terminal/progress-line';
import { chainText, exitOfChain, plural } from './chain-report';
import { copyLog } from './copy-log';
import { verifyLogFolder } from './verify-log-folder';

export const run: CommandRun = async (args, context) => {
  const out = args.text('out');
  if (out === undefined) throw new UsageError('--out is needed: the folder to write the log into');
  const folder = resolve(context.terminal.cwd, out);
  requireRoom(folder);
  const client = await context.client();
  // All or nothing: a folder with half a log would verify as a truncated one.
  const partial = mkdtempSync(join(dirname(folder), `.${basename(folder)}.`));
  try {
    const copied = await withProgress(context.terminal, 'Reading the log', (line) => copyLog(client, partial, line));
    const found = await verifyLogFolder(partial, '/', { logKeys: [parseLogKey(copied.logKey)], growing: false });
    const report = {
      ...found,
      not_proven: [
        ...found.not_proven,
        'that log.key is the key of the log: the service says so (compare it with one from elsewhere)',
      ],
    };
    renameSync(partial, folder);
    show(
      context,
      { out, files: copied.files, checkpoint_size: copied.checkpointSize, log_key: copied.logKey, chain: report },
      () => chainText(report, context),
    );
    context.terminal.err(
      `${out} holds the log (${plural(copied.files.length, 'file')}), its newest checkpoint and log.key. To verify it without the service:\n  svc certificate chain --offline ${out} --log-key <key>\n`,
    );
    return exitOfChain(report);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
};

function requireRoom(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found !== undefined && !(found.isDirectory() && readdirSync(folder).length === 0))
    throw new CommandError(`${folder} exists already`, 'name a new folder');
  if (statSync(dirname(folder), { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new CommandError(`there is no folder ${dirname(folder)}`);
}
