import { ZipArchive } from '../archive/zip-archive';

/** A card and an example are some kilobytes. */
const MAX_BYTES = 1024 * 1024;

/** What is kept of an archive beside the report of its engine. */
export interface Evidence {
  /** The model card, Markdown. */
  readonly card: string;
  readonly inputExample: unknown;
}

/** Rejects with `training-failed` when the file is no archive of an engine. */
export async function readEvidence(path: string): Promise<Evidence> {
  const archive = await ZipArchive.open(path);
  try {
    const card = await archive.text('model_card.md', MAX_BYTES);
    const example = await archive.text('model/input_example.json', MAX_BYTES);
    return { card: card ?? '', inputExample: example === null ? null : JSON.parse(example) };
  } finally {
    archive.close();
  }
}
