import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import {
  type LogAnchor,
  LogError,
  type LogKey,
  type LogVerification,
  verifyLog,
  type VerifyLogOptions,
} from '@svc/audit-chain';
import { CommandError, UsageError } from '../command/usage-error';
import { type ChainReport, chainReport, untrusted } from './chain-report';

/** What a log in a folder is verified against. */
export interface FolderInspection {
  readonly anchor?: LogAnchor;
  readonly logKeys: readonly LogKey[];
  /** A service may be writing it meanwhile. */
  readonly growing: boolean;
}

/** Verifies a whole log, exported or in place, with all processors of this machine and without any service. */
export async function verifyLogFolder(
  folder: string,
  cwd: string,
  { anchor, logKeys, growing }: FolderInspection,
): Promise<ChainReport> {
  const path = resolve(cwd, folder);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new CommandError(`there is no folder ${folder}`);
  const options: VerifyLogOptions = {
    threads: availableParallelism(),
    growing,
    ...(anchor === undefined ? {} : { anchor }),
    ...(logKeys.length === 0 ? {} : { logKey: logKeys }),
  };
  const looked = { by: 'this machine', anchored: anchor !== undefined, keyGiven: logKeys.length > 0 } as const;
  try {
    return chainReport(described(await verifyLog(path, options)), looked);
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    if (error.code === 'malformed-note') throw new UsageError(`--anchor: ${error.message}`);
    if (error.code !== 'untrusted-note') throw new CommandError(`${folder} cannot be verified: ${error.message}`);
    return untrusted(error.message, looked);
  }
}

function described({
  outcome,
  reason,
  where,
  head,
  vouchedSize,
}: LogVerification): Omit<ChainReport, 'checked_by' | 'kept_anchor' | 'proven' | 'not_proven'> {
  const { segment = null, line = null, offset = null, seq = null } = where ?? {};
  return {
    state: outcome,
    records: head.size,
    head: head.hash,
    detail: reason,
    at_seq: seq,
    vouched: vouchedSize,
    at_line: segment === null || line === null || offset === null ? null : { segment, line, offset },
  };
}
