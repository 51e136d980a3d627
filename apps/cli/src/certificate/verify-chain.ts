import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { LogAnchor } from '@svc/audit-chain';
import { ProblemError } from '@svc/contracts';
import { type ChainReport, chainReport, chainText, exitOfChain, untrusted } from '../audit/chain-report';
import { keptAnchor } from '../audit/kept-anchor';
import type { Arguments } from '../command/arguments';
import { type CommandContext, type CommandRun, show } from '../command/command';
import { UsageError } from '../command/usage-error';

/** The number and hash of a line, in the format of `head`. */
const LINE_ANCHOR = /^(\d{1,15}):([0-9a-f]{64})$/;

export const run: CommandRun = async (args, context) => {
  const folder = args.text('offline');
  const report = folder === undefined ? await askService(args, context) : await readFolder(folder, args, context);
  show(context, report, () => chainText(report, context));
  return exitOfChain(report);
};

async function askService(args: Arguments, context: CommandContext): Promise<ChainReport> {
  if (args.texts('log-key').length > 0 || args.flag('growing'))
    throw new UsageError('--log-key and --growing are for --offline: the service checks its log with its own key');
  const given = anchorText(args, context);
  const kept = given === undefined ? keptAnchor(context.settings().url, context.terminal) : null;
  const anchor = given ?? kept?.checkpoint;
  const client = await context.client();
  const looked = {
    by: 'the service',
    anchored: anchor !== undefined,
    keyGiven: false,
    ...(kept === null ? {} : { keptAnchor: kept.file }),
  } as const;
  try {
    return chainReport(await client.verifyAudit({ query: anchor === undefined ? {} : { anchor } }), looked);
  } catch (error) {
    // This anchor was found by default, so it is not a usage error: the log beside it is another one, or has another key.
    if (kept === null || !(error instanceof ProblemError) || error.code !== 'invalid-request') throw error;
    return untrusted(error.detail, looked);
  }
}

async function readFolder(folder: string, args: Arguments, context: CommandContext): Promise<ChainReport> {
  if (args.text('url') !== undefined) throw new UsageError('--url asks the service, --offline does not: choose one');
  const [{ verifyLogFolder }, { readLogKeys }] = await Promise.all([
    import('../audit/verify-log-folder.js'),
    import('../audit/read-log-keys.js'),
  ]);
  const { cwd } = context.terminal;
  const text = anchorText(args, context);
  return verifyLogFolder(folder, cwd, {
    logKeys: readLogKeys(args.texts('log-key'), cwd),
    growing: args.flag('growing'),
    ...(text === undefined ? {} : { anchor: anchorOf(text) }),
  });
}

/** The checkpoint as typed, or from a file. */
function anchorText(args: Arguments, { terminal }: CommandContext): string | undefined {
  const given = args.text('anchor');
  const file = given === undefined ? undefined : resolve(terminal.cwd, given);
  return file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : given;
}

function anchorOf(text: string): LogAnchor {
  const [, seq, hash] = LINE_ANCHOR.exec(text.trim()) ?? [];
  return seq === undefined || hash === undefined ? { checkpoint: text } : { seq: Number(seq), hash };
}
