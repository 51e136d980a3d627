import { ProblemError } from '@svc/contracts';
import { QueryFailedError } from 'typeorm';
import { z } from 'zod';

const coded = z.object({ code: z.string() });
const named = z.object({ message: z.string() });

/**
 * SQLSTATE classes and codes, and socket errors, that mean "the database is unavailable or full", not "the statement is
 * wrong".
 */
const AWAY = /^(08...|53...|57P0[1-5]|55P03|40001|40P01|ECONN[A-Z]+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const LOST =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Driver not Connected)/i;

/** The SQLSTATE of a failed statement or the code of a socket error; null for anything else. */
function databaseCode(error: unknown): string | null {
  const source: unknown = error instanceof QueryFailedError ? error.driverError : error;
  const parsed = coded.safeParse(source);
  return parsed.success ? parsed.data.code : null;
}

/**
 * True if retrying later may help: the database is unavailable, restarting, out of connections, or resolved a deadlock.
 */
function isDatabaseAway(error: unknown): boolean {
  const code = databaseCode(error);
  if (code !== null && AWAY.test(code)) return true;
  const message = named.safeParse(error);
  return message.success && LOST.test(message.data.message);
}

/** `unavailable` if Postgres is unavailable; every other error unchanged. */
export function asDatabaseProblem(error: unknown): unknown {
  if (!isDatabaseAway(error)) return error;
  return new ProblemError('unavailable', 'The database does not answer. Try again in a moment.', {
    retryAfter: 2,
    cause: error,
  });
}
