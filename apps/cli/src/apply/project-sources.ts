import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { projectFiles } from '@svc/contracts';
import { CommandError } from '../command/usage-error';

const SOURCE = /\.(py|sql|json)$/;
const MAX_BYTES = 1_000_000;
/** Folders without sources of the project: hidden ones, caches, environments, other languages' packages. */
const SKIPPED = /^(\..*|__pycache__|node_modules|venv|env|site-packages)$/;

/**
 * The project's own files, by path relative to it: every `.py`, and the `.sql` and `.json` files derivations may read.
 * Links are not followed, so nothing from outside the project is sent.
 */
export function readSources(directory: string): Record<string, string> {
  const files = Object.fromEntries(
    [...walk(directory, directory)].map((path) => [
      relative(directory, path).split(sep).join('/'),
      readFileSync(path, 'utf8'),
    ]),
  );
  const parsed = projectFiles.safeParse(files);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new CommandError(
    `the project's files cannot be sent: ${issue?.path.join('/') ?? ''} ${issue?.message ?? ''}`.replace('  ', ' '),
  );
}

function* walk(root: string, folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((left, right) =>
    left.name < right.name ? -1 : 1,
  )) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED.test(entry.name)) yield* walk(root, path);
    // Larger JSON files are data, not source.
    if (entry.isFile() && SOURCE.test(entry.name) && (entry.name.endsWith('.py') || statSync(path).size <= MAX_BYTES))
      yield path;
  }
}
