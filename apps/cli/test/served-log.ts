import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AuditEntry,
  AuditLogWriter,
  CheckpointSigner,
  exportProof,
  formatLogKey,
  type LogKey,
  readUnverifiedCheckpoint,
  SigningKey,
} from '@svc/audit-chain';
import type { AuditSegment } from '@svc/contracts';
import { thePublicKeys } from './documents';
import type { FakeGateway, Reply } from './fake-gateway';

const SEGMENT_BYTES = 4096;

/** A real audit log in several files, and a gateway that serves it as the service does. */
export class ServedLog {
  private constructor(
    readonly directory: string,
    readonly key: LogKey,
  ) {}

  /** Writes `count` records, the last three of them after the checkpoint was signed. */
  static async write(
    directory: string,
    count: number,
    entry: (at: number) => AuditEntry = anEntry,
  ): Promise<ServedLog> {
    mkdirSync(directory);
    const signer = new CheckpointSigner({
      key: SigningKey.fromSeed(Buffer.alloc(32, 7)),
      name: 'test/audit',
      statePath: `${directory}.signed`,
    });
    const writer = await AuditLogWriter.open(directory, {
      now: () => new Date(Date.UTC(2026, 2, 1)),
      segmentBytes: SEGMENT_BYTES,
      checkpointSigner: signer,
    });
    for (let at = 0; at < count - 3; at += 1) await writer.append([entry(at)]);
    const checkpoint = await writer.checkpoint();
    for (let at = count - 3; at < count; at += 1) await writer.append([entry(at)]);
    // Closing signs all records: a log in use is a little ahead of its checkpoint.
    await writer.close();
    writeFileSync(join(directory, 'checkpoint'), checkpoint);
    return new ServedLog(directory, signer.logKey);
  }

  get logKey(): string {
    return formatLogKey(this.key);
  }

  /** The files that hold lines, in order. */
  get files(): readonly string[] {
    return readdirSync(this.directory)
      .filter((it) => it.endsWith('.jsonl'))
      .sort();
  }

  get lines(): readonly string[] {
    return this.files.flatMap((it) => readFileSync(join(this.directory, it), 'utf8').split('\n').slice(0, -1));
  }

  get checkpoint(): string {
    return readFileSync(join(this.directory, 'checkpoint'), 'utf8');
  }

  get checkpointSize(): number {
    return readUnverifiedCheckpoint(this.checkpoint).size;
  }

  proof(seq: number): Promise<string> {
    return exportProof(this.directory, seq);
  }

  /** `over` changes the files that are served. */
  serve(gateway: FakeGateway, over: (file: string) => string = (file) => file): void {
    const { origin, size, root } = readUnverifiedCheckpoint(this.checkpoint);
    const segments = this.segments();
    gateway
      .on('GET /api/audit/checkpoint', { body: { checkpoint: this.checkpoint, origin, size, root } })
      .on('GET /api/certificates/public-key', { body: thePublicKeys('AAAA', this.logKey) })
      .on('GET /api/audit/segments', { body: { items: segments, next_cursor: null } })
      .on('GET /api/audit/records', ({ query }) => this.page(query));
    for (const { first_seq, file } of segments)
      gateway.on(`GET /api/audit/segments/${first_seq}`, {
        text: over(readFileSync(join(this.directory, file), 'utf8')),
        type: 'application/jsonl',
      });
  }

  private segments(): AuditSegment[] {
    const firsts = this.files.map((it) => Number(it.slice(0, 12)));
    return this.files.map((file, at) => ({
      first_seq: firsts[at] ?? 0,
      last_seq: at + 1 < firsts.length ? (firsts[at + 1] ?? 0) - 1 : null,
      file,
      archived: null,
      removed_at: null,
    }));
  }

  /** Pages of at most four, and occasionally an empty one that is not the last, like those of a long search. */
  private page(query: URLSearchParams): Reply {
    const cursor = query.get('cursor') ?? String(this.lines.length);
    const before = Number(cursor.replace('x', ''));
    if (before % 3 === 0 && !cursor.startsWith('x')) return { body: { items: [], next_cursor: `x${before}` } };
    const next = Math.max(0, before - Math.min(4, Number(query.get('limit'))));
    const items = this.lines
      .slice(next, before)
      .reverse()
      .map((it): unknown => JSON.parse(it));
    return { body: { items, next_cursor: next === 0 ? null : String(next) } };
  }
}

export function anEntry(at: number): AuditEntry {
  return {
    id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    at: '2026-03-01T10:00:00.123456Z',
    actor: at % 2 === 0 ? 'token:ann' : 'token:bob',
    action: 'metric.query',
    method: 'GET',
    route: '/api/metrics/{name}/query',
    target: { type: 'metric', name: 'départs' },
    outcome: 'ok',
    status: 200,
    duration_us: 1234 + at,
    trace_id: '0af7651916cd43dd8448eb211c80319c',
    detail: { rows: 1e21, share: 0.1 },
  };
}
