import { join } from 'node:path';

/** The files of one bundle. */
export interface BundleFiles {
  readonly code: string;
  /** A line table, and the sources that it counts, one a line. */
  readonly lines: string;
  readonly sources: string;
}

export function filesIn(folder: string): BundleFiles {
  return { code: join(folder, 'code.js'), lines: join(folder, 'lines'), sources: join(folder, 'sources') };
}

/** What V8 has compiled of the code for one program, written by the first process that runs it. */
export function compiledFile(folder: string, program: string): string {
  return join(folder, `${program}.compiled`);
}
