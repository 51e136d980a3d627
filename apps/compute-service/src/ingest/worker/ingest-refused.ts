import type { BadRow } from '../ingest-work';

/** The file as a whole cannot become a table; the message says what to do. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';

  constructor(
    message: string,
    /** `unsupported`: a format that this service does not read. */
    readonly code: 'refused' | 'unsupported' = 'refused',
  ) {
    super(message);
  }
}

/** Some rows cannot be read; nothing of the file is kept. */
export class BadRows extends Error {
  override readonly name = 'BadRows';

  constructor(readonly rows: readonly BadRow[]) {
    super(`${String(rows.length)} rows cannot be read`);
  }
}
