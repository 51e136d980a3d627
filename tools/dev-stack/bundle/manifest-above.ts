import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The package.json nearest to a folder, in it or above it. */
export function manifestAbove(folder: string): string | undefined {
  const manifest = join(folder, 'package.json');
  if (existsSync(manifest)) return manifest;
  return dirname(folder) === folder ? undefined : manifestAbove(dirname(folder));
}
