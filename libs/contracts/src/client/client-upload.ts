/** A file to send: by path (Node only), or as a stream of bytes that is never in memory as a whole. */
export type UploadSource =
  | { readonly path: string; readonly file_name?: string }
  | { readonly stream: AsyncIterable<Uint8Array>; readonly file_name: string };

export interface UploadBody {
  readonly contentType: string;
  readonly body: ReadableStream<Uint8Array>;
}

/** Fields and one file part as `multipart/form-data`; objects and lists travel as JSON text. The file streams. */
export function uploadBody(fields: Readonly<Record<string, unknown>>, file: UploadSource): UploadBody {
  const boundary = `svc-${crypto.randomUUID()}`;
  const parts = multipart(boundary, fields, file);
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const next = await parts.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: async () => {
      await parts.return();
    },
  });
  return { contentType: `multipart/form-data; boundary=${boundary}`, body };
}

async function* multipart(
  boundary: string,
  fields: Readonly<Record<string, unknown>>,
  file: UploadSource,
): AsyncGenerator<Uint8Array, void, undefined> {
  const text = new TextEncoder();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    yield text.encode(
      `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${typeof value === 'string' ? value : JSON.stringify(value)}\r\n`,
    );
  }
  const disposition = `Content-Disposition: form-data; name="file"; filename="${quoted(fileName(file))}"`;
  yield text.encode(`--${boundary}\r\n${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n`);
  yield* 'path' in file ? readFile(file.path) : file.stream;
  yield text.encode(`\r\n--${boundary}--\r\n`);
}

/** The module is loaded only when a path is given, so that browsers can load this file. */
async function* readFile(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  const { createReadStream } = await import('node:fs');
  yield* createReadStream(path, { highWaterMark: 256 * 1024 });
}

function fileName(file: UploadSource): string {
  if (file.file_name !== undefined) return file.file_name;
  return 'path' in file ? (file.path.split(/[\\/]/).at(-1) ?? 'file') : 'file';
}

/** As browsers do it (WHATWG): a quote or line break in a name cannot end the header. */
function quoted(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
