import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { ProblemError } from '@svc/contracts';
import { refuseEncoded } from '../request/parse-body';
import { patiently } from '../request/read-body';

export interface FormLimits {
  readonly maxFileBytes: number;
  readonly idleMs: number;
}

/** The stored file; discarded when the form turns out to be invalid. */
export interface Stored {
  discard(): Promise<void>;
}

/** A form with one file, which was stored while the form was read. */
export interface FormWithFile<T extends Stored> {
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly file: T;
}

/** Takes a file, knowing the fields that came before it. */
export type Store<T> = (
  fileName: string,
  bytes: AsyncIterable<Uint8Array>,
  before: readonly (readonly [name: string, value: string])[],
) => Promise<T>;

const MAX_FIELDS = 50;
const MAX_FIELD_BYTES = 1024 * 1024;
/** Form fields and part headers besides the file. */
const OVERHEAD_BYTES = 2 * 1024 * 1024;

/**
 * Reads `multipart/form-data` with any fields and exactly one file, in any order. The file is never buffered in memory: `store`
 * gets the fields that came before it and its bytes as they arrive, and sees a rejection when they stop arriving, are too many, or the form breaks.
 */
export async function readForm<T extends Stored>(
  request: IncomingMessage,
  limits: FormLimits,
  store: Store<T>,
): Promise<FormWithFile<T>> {
  const reading = new FormReading(openParser(request, limits), limits, store);
  return reading.read(patiently(request, limits.idleMs));
}

class FormReading<T extends Stored> {
  private readonly fields: (readonly [string, string])[] = [];
  private storing: Promise<T> | null = null;
  private file: BusboyFileStream | null = null;
  private fail: (reason: unknown) => void = () => undefined;
  private readonly failed: Promise<never>;

  constructor(
    private readonly parser: BusboyInstance,
    private readonly limits: FormLimits,
    private readonly store: Store<T>,
  ) {
    this.failed = new Promise((_, reject) => {
      this.fail = reject;
    });
    this.failed.catch(() => undefined);
    parser.on('field', (name, value, _nameCut, cut) =>
      cut
        ? this.fail(malformed(`The field "${name}" is longer than ${MAX_FIELD_BYTES} bytes.`))
        : this.fields.push([name, value]),
    );
    parser.on('file', (_field, stream, fileName) => this.take(stream, fileName));
    parser.on('filesLimit', () => this.fail(malformed('The form has more than one file. Send one at a time.')));
    parser.on('fieldsLimit', () => this.fail(malformed(`The form has more than ${MAX_FIELDS} fields.`)));
    parser.on('error', (error) =>
      this.fail(malformed('The form cannot be read: it is not complete multipart/form-data.', error)),
    );
  }

  async read(chunks: AsyncIterable<Buffer>): Promise<FormWithFile<T>> {
    try {
      await this.feed(chunks);
      if (this.storing === null)
        throw new ProblemError('invalid-request', 'The form has no file. Send the rows as a file part.', {
          errors: [{ pointer: '/body/file', message: 'is needed' }],
        });
      return { fields: this.fields, file: await this.storing };
    } catch (error) {
      // The rest of the bytes will never arrive: `store` sees the rejection and keeps nothing.
      this.file?.destroy(error instanceof Error ? error : new Error('the form was abandoned'));
      const stored = await this.storing?.catch(() => undefined);
      await stored?.discard();
      throw error;
    }
  }

  private async feed(chunks: AsyncIterable<Buffer>): Promise<void> {
    const finished = new Promise<void>((resolve) => this.parser.once('finish', resolve));
    for await (const chunk of raced(chunks, this.failed)) {
      if (!this.parser.write(chunk))
        await Promise.race([this.failed, new Promise((resolve) => this.parser.once('drain', resolve))]);
    }
    this.parser.end();
    await Promise.race([this.failed, finished]);
  }

  private take(stream: BusboyFileStream, fileName: string): void {
    this.file = stream;
    // `store` learns of the end by reading; if it refused the file it reads nothing.
    stream.on('error', () => undefined);
    stream.on('limit', () => this.fail(tooLarge(this.limits.maxFileBytes)));
    this.storing = this.store(plainName(fileName), stream, this.fields);
    // A full disk must end the upload, not leave its sender writing into nothing.
    this.storing.catch((error: unknown) => this.fail(error));
  }
}

/** The chunks, until `failed` rejects. */
async function* raced(chunks: AsyncIterable<Buffer>, failed: Promise<never>): AsyncGenerator<Buffer, void, undefined> {
  const iterator = chunks[Symbol.asyncIterator]();
  for (;;) {
    const next = await Promise.race([failed, iterator.next()]);
    if (next.done === true) return;
    yield next.value;
  }
}

function openParser(request: IncomingMessage, limits: FormLimits): BusboyInstance {
  const contentType = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType))
    throw new ProblemError('unsupported-media-type', 'Send the file as "Content-Type: multipart/form-data".');
  refuseEncoded(request.headers);
  if (Number(request.headers['content-length'] ?? 0) > limits.maxFileBytes + OVERHEAD_BYTES)
    throw tooLarge(limits.maxFileBytes);
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': contentType },
      limits: {
        files: 1,
        fields: MAX_FIELDS,
        fieldSize: MAX_FIELD_BYTES,
        fileSize: limits.maxFileBytes,
        parts: MAX_FIELDS + 2,
        headerPairs: 20,
        headerSize: 8 * 1024,
      },
    });
  } catch (cause) {
    throw malformed('The Content-Type of the form has no valid boundary.', cause);
  }
}

/** The file's name, safe to display: no folders, no control characters. */
function plainName(fileName: string | undefined): string {
  const name =
    (fileName ?? '')
      .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
      .split(/[\\/]/)
      .at(-1)
      ?.slice(0, 255) ?? '';
  return name === '' ? 'file' : name;
}

function tooLarge(maxBytes: number): ProblemError {
  return new ProblemError('payload-too-large', `A file may have at most ${maxBytes} bytes.`, {
    data: { max_bytes: maxBytes },
  });
}

function malformed(detail: string, cause?: unknown): ProblemError {
  return new ProblemError('malformed-body', detail, cause === undefined ? {} : { cause });
}
