import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '../../../../shared/vectors');

/** A published vector file, as bytes. Vectors lie beside the project and are never copied into it. */
export function vector(name: string): Buffer {
  return readFileSync(join(FOLDER, name));
}

/** `describe` for tests over published vectors; says so where they are absent. */
export function describeVectors(name: string, tests: () => void): void {
  if (existsSync(FOLDER)) return describe(name, tests);
  describe(name, () => it.skip(`needs the published vectors in ${FOLDER}`, () => undefined));
}
