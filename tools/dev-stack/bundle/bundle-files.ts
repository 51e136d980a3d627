/** The files of one bundle. */
export interface BundleFiles {
  readonly program: string;
  /** A line table, and the sources that it counts, one a line. */
  readonly lines: string;
  readonly sources: string;
  /** Its compiled form, written by the first process that runs it. */
  readonly compiled: string;
}

/** `path`: without an extension. */
export function filesOf(path: string): BundleFiles {
  return { program: `${path}.js`, lines: `${path}.lines`, sources: `${path}.sources`, compiled: `${path}.compiled` };
}
