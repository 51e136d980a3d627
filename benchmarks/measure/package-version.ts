import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The version of an installed package. */
export function packageVersion(name: string): string {
  return z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8'))).version;
}
