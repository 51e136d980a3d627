import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  formatLogKey,
  LogError,
  type LogErrorCode,
  type LogVerification,
  parseLogKey,
  verifyLog,
} from '@svc/audit-chain';
import { askChild, CHANNEL_AND_LOG, endingText, SupervisedChild } from '@svc/runner';
import { z } from 'zod';
import type { AuditPlace, LogVerifier } from '../audit.ports';

export interface VerifyTask {
  readonly directory: string;
  readonly logKey: string;
  readonly anchor: string | null;
  readonly threads: number;
}

const place = z.object({
  segment: z.string().nullable(),
  line: z.number().nullable(),
  offset: z.number().nullable(),
  seq: z.number(),
});
const verification = z.object({
  outcome: z.enum(['intact', 'grown', 'truncated', 'edited', 'reordered', 'forked']),
  reason: z.string(),
  where: place.nullable(),
  vouchedSize: z.number(),
  head: z.object({ size: z.number(), hash: z.string(), root: z.string() }),
});
const refusals: readonly LogErrorCode[] = ['not-found', 'untrusted-note', 'malformed-note'];
const answer = z.union([
  z.object({ verification }),
  z.object({ refusal: z.enum(refusals), message: z.string() }),
  z.object({ error: z.string() }),
]);

/** How to start the process. */
export interface VerifyWorker {
  readonly file: string;
  readonly execArgv: readonly string[];
}

/** The compiled program. Absent where the sources run uncompiled; then this process does the work itself. */
export const COMPILED_WORKER: VerifyWorker = { file: path.join(__dirname, 'verify-worker.js'), execArgv: [] };

const THREADS = 2;

/**
 * Verifies in a process of its own: reading millions of lines must not delay writes to the log, or the
 * heartbeat to Postgres. The log may grow meanwhile.
 */
export class VerifyProcess implements LogVerifier {
  constructor(
    private readonly place: AuditPlace,
    private readonly worker: VerifyWorker,
  ) {}

  async verify(anchor: string | null, signal: AbortSignal): Promise<LogVerification> {
    const task: VerifyTask = {
      directory: this.place.directory,
      logKey: formatLogKey(this.place.signer.logKey),
      anchor,
      threads: THREADS,
    };
    if (!existsSync(this.worker.file)) return verifyTask(task);
    const found = answer.parse(await ask(this.worker, task, signal));
    if ('verification' in found) return found.verification;
    if ('refusal' in found) throw new LogError(found.refusal, found.message);
    throw new Error(`the log could not be verified: ${found.error}`);
  }
}

/** The work of the child process. */
export function verifyTask({ directory, logKey, anchor, threads }: VerifyTask): Promise<LogVerification> {
  return verifyLog(directory, {
    logKey: parseLogKey(logKey),
    threads,
    growing: true,
    ...(anchor === null ? {} : { anchor: { checkpoint: anchor } }),
  });
}

async function ask({ file, execArgv }: VerifyWorker, task: VerifyTask, signal: AbortSignal): Promise<unknown> {
  const command = [process.execPath, ...execArgv, file];
  const child = SupervisedChild.start({ command, environment: {}, filter: null, group: null }, CHANNEL_AND_LOG);
  try {
    const found = await askChild(child, task, { signal });
    if (found.kind === 'answer') return found.answer;
    const how = found.kind === 'ended' ? endingText(found.ending) : 'too late';
    throw new Error(`the verifying process ended without an answer (${how})`);
  } finally {
    child.kill();
  }
}
