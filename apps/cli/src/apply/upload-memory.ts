import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { DatasetSource } from '../dataset/upload-dataset';

const memory = z.record(z.string(), z.record(z.string(), z.object({ sent: z.string(), data_hash: z.string() })));

/**
 * Which file became which version at which service, so that an unchanged file is not sent again. Only a cache, kept
 * in the project's `.svc/`: the service's own version decides, and losing the file costs one upload.
 */
export class UploadMemory {
  private readonly known: Record<string, { sent: string; data_hash: string }>;

  constructor(
    private readonly file: string,
    private readonly url: string,
  ) {
    this.known = { ...readAll(file)[url] };
  }

  static in(directory: string, url: string): UploadMemory {
    return new UploadMemory(join(directory, '.svc', 'applied.json'), url);
  }

  /** True when exactly this was sent before and became `dataHash`. */
  remembers(name: string, sent: string, dataHash: string): boolean {
    const before = this.known[name];
    return before?.sent === sent && before.data_hash === dataHash;
  }

  keep(name: string, sent: string, dataHash: string): void {
    this.known[name] = { sent, data_hash: dataHash };
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(this.file, `${JSON.stringify({ ...readAll(this.file), [this.url]: this.known }, null, 2)}\n`);
  }
}

function readAll(file: string): z.output<typeof memory> {
  if (!existsSync(file)) return {};
  try {
    return memory.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}

/** A hash of everything that is sent: the bytes of the file and how they must be read. */
export async function fingerprint(source: DatasetSource): Promise<string> {
  const { format, description, columns, null_values } = source;
  const hash = createHash('sha256').update(
    JSON.stringify([format, description, Object.entries(columns ?? {}).sort(), null_values]),
  );
  for await (const part of createReadStream(source.path)) hash.update(Buffer.from(part));
  return `sha256:${hash.digest('hex')}`;
}
