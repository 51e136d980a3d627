/** The new content of a project file. */
export interface ChangedFile {
  readonly path: string;
  readonly text: string;
}
