import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type LogKey, LogError, parseLogKey } from '@svc/audit-chain';
import { UsageError } from '../command/usage-error';

/** The keys of a log, each as typed or from a file with one a line. */
export function readLogKeys(given: readonly string[], cwd: string): readonly LogKey[] {
  return given.flatMap((it) => {
    const file = resolve(cwd, it);
    const isFile = existsSync(file);
    const lines = (isFile ? readFileSync(file, 'utf8') : it)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    if (lines.length === 0) throw new UsageError(`--log-key: ${it} contains no key`);
    return lines.map((line) =>
      keyOf(line, isFile ? `${it} contains "${line}", which is` : `"${it}" is not a file and`),
    );
  });
}

function keyOf(text: string, what: string): LogKey {
  try {
    return parseLogKey(text);
  } catch (error) {
    if (error instanceof LogError)
      throw new UsageError(
        `--log-key: ${what} not a key of a log (name+id+key, as svc audit log-key prints it): ${error.message}`,
      );
    throw error;
  }
}
