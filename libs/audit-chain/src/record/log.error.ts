/**
 * Why the log refuses.
 *
 * - `invalid-entry`: an entry that cannot become a line; nothing of its batch was written
 * - `fenced`: another writer has taken over; this one will never write again
 * - `log-changed`: the file is not what this writer last wrote; it will never write again
 * - `log-damaged`: terminated lines do not chain, so no writer may go on; `verifyLog` says where
 * - `truncated`: the log is shorter than what its key has signed
 * - `not-written`: the disk refused (`cause`); the batch is not in the log and may be sent again
 * - `failed`: a sync failed or a partial write could not be undone; open the log again
 * - `closed`: the writer was closed
 * - `no-signer`: a checkpoint was asked of a writer that has no key
 * - `inconsistent-checkpoint`: the tree contradicts what was signed before, so nothing is signed
 * - `not-found`: no such record, checkpoint or size
 * - `malformed-note`: not a C2SP signed note, checkpoint or verifier key
 * - `untrusted-note`: a note without a valid signature of the given key
 */
export type LogErrorCode =
  | 'invalid-entry'
  | 'fenced'
  | 'log-changed'
  | 'log-damaged'
  | 'truncated'
  | 'not-written'
  | 'failed'
  | 'closed'
  | 'no-signer'
  | 'inconsistent-checkpoint'
  | 'not-found'
  | 'malformed-note'
  | 'untrusted-note';

/** A refusal by the audit log, its tree or its checkpoints. */
export class LogError extends Error {
  override readonly name = 'LogError';

  constructor(
    readonly code: LogErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
