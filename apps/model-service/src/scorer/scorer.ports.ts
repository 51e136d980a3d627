/** What an engine made of a training, in the warehouse: as untrusted as the engine. */
export interface ModelArchives {
  /**
   * A part's text, or null when the archive has no such part. Rejects with `BadArchive` when the archive is missing, cannot be
   * read, or the part is larger than `maxBytes`.
   */
  part(object: string, name: string, maxBytes: number): Promise<string | null>;
}
export const MODEL_ARCHIVES = Symbol('ModelArchives');
