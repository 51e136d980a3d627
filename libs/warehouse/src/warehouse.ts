import type { Readable } from 'node:stream';
import type { DiskFloor } from './space/disk-floor';
import type { Gauge } from './gauge';
import type { WorkArea } from './space/work-area';

/** Content to store: a local file's path, or bytes as they come. */
export type Bytes = string | Uint8Array | AsyncIterable<Uint8Array>;

export interface StoredObject {
  /** SHA-256 of the content, 64 lower-case hex digits: the object's only name. */
  readonly object: string;
  readonly bytes: number;
}

/** Both ends included, counted from 0; without `end`, up to the last byte. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

/** A file on its way into the warehouse, addressable by other processes until it is adopted, discarded or swept. */
export interface StagedFile {
  /** A random UUID, which serves as a capability: without it the file cannot be addressed. */
  readonly id: string;
  /** A local file to read or write. It does not exist before something was written. */
  readonly path: string;
  /** Replaces the content. Once it resolves every process can find the bytes by `id`; when it rejects nothing is kept. */
  write(source: Bytes): Promise<{ readonly bytes: number }>;
  /** Removes it; does nothing if it is already removed. */
  discard(): Promise<void>;
}

/** Limits on the bytes of unfetched answers. */
export interface AnswerBudget {
  readonly perOwner: number;
  readonly total: number;
}

export interface ResultOptions {
  /** Whose budget it uses. Without an owner it counts only in the total: answers between services. */
  readonly owner?: string;
}

/** Answers too large for a message: kept until they were sent, or for a while, under their hash. */
export interface ResultArea {
  /** Rejects with `no-space` or, when its owner has as much as they may, with `over-budget`; also half-way. */
  put(source: Bytes, options?: ResultOptions): Promise<StoredObject>;
  /** Takes over a local file on the file system of the warehouse. The file is removed even if this rejects. */
  adopt(path: string, options?: ResultOptions): Promise<StoredObject>;
  /** MUST reject with `no-such-object` once the result has expired. */
  open(object: string, range?: ByteRange): Promise<Readable>;
  /** Its reader has it, or no longer needs it. The same content put for another reader stays. */
  discard(object: string): Promise<void>;
  usage(owner: string): Promise<Gauge>;
  total(): Promise<Gauge>;
}

/** An object whose bytes are not those of its name. It is refused until the right bytes are stored again. */
export interface Damage {
  readonly object: string;
  /** When it was found, ISO 8601. */
  readonly foundAt: string;
  /** What is wrong, for an operator: `of its 40 blocks of 1 MiB, 2 differ: 12, 13 (counted from 0)`. */
  readonly detail: string;
}

export interface LocalFile {
  readonly path: string;
  /** Changes when another file replaces this one, as a repair does. */
  readonly version: string;
}

/** Disk space of permanent data in the warehouse. */
export interface StoredBytes {
  readonly objects: number;
  /** Damaged objects, until an operator removes them. */
  readonly quarantine: number;
}

export interface SweepReport {
  readonly staged: number;
  readonly results: number;
}

/**
 * Immutable objects named by their content. One warehouse is shared by every service; a directory, or a bucket of any
 * object store, can be one.
 *
 * MUST: an object is whole and durable before its name is returned; no reader ever sees part of one. The same content
 * stored twice, also at once by two processes, is one object. A failed write leaves nothing behind. Whatever is read is
 * compared with its name: bytes that were changed behind the warehouse's back are `object-corrupt`, to every reader, until
 * the same content is stored again, which repairs the object.
 * MUST NOT: change an object, or remove one but by `remove`; accept a name that is not a SHA-256 or a staged UUID.
 */
export interface Warehouse {
  put(source: Bytes): Promise<StoredObject>;
  /** Whether the object is stored and intact. */
  has(object: string): Promise<boolean>;
  /** The same; an object that is there counts as stored now, as it does when the same content is stored again. */
  renew(object: string): Promise<boolean>;
  /**
   * Removes an object that nobody has stored or renewed since `before`; false when somebody has. Whoever stores the same
   * content meanwhile keeps it. The caller knows that nobody refers to it who stored it earlier, and chooses `before` so that
   * whoever stored it later has had the time to record that.
   */
  remove(object: string, before: Date): Promise<boolean>;
  /**
   * The object, or the result that has not expired. Rejects with `no-such-object` or `object-corrupt` before any byte is
   * read; a change while it is read breaks the stream off before its end.
   */
  openRead(object: string, range?: ByteRange): Promise<Readable>;
  /**
   * A read-only file with the content, found intact at this moment, for engines that read files. Rejects as `openRead` does.
   * What an engine has read is sure once this was asked again after the reading and gave the same version. Of an object
   * that has not changed, asking costs one stat.
   */
  localFile(object: string): Promise<LocalFile>;
  stage(): Promise<StagedFile>;
  /** The file some process staged under `id`, or null when there is none. */
  staged(id: string): Promise<StagedFile | null>;
  /** Makes a staged file an object, without copying where the storage can. Its writer MUST have closed it. */
  adopt(file: StagedFile): Promise<StoredObject>;
  readonly results: ResultArea;
  /** The reserve of the disk on which it lies. */
  readonly floor: DiskFloor;
  /** What is on its way, of everybody together. */
  readonly work: WorkArea;
  /** Looks at every file: for an operator, not for a request. */
  bytesStored(): Promise<StoredBytes>;
  /** Names of objects in ascending order, after `after`; those stored meanwhile may be missing. */
  names(after: string | null): AsyncIterable<string>;
  /**
   * Reads the whole object from storage, whatever was found before: storage that forgets bits says nothing of it. Answers how
   * many bytes it read. A damaged object is taken out of service, as it is when any reader meets it, and does not reject.
   * `pace` is called for each piece; what it waits for slows the reading down.
   */
  scrub(object: string, pace: (bytes: number) => Promise<void>): Promise<number>;
  /** Objects that were found damaged, by any process, and are not repaired. Without any, asking costs one directory listing. */
  damages(): Promise<readonly Damage[]>;
  /** Removes what was staged and never adopted, and results past their time. Safe to run anywhere, at any time. */
  sweep(now: Date): Promise<SweepReport>;
}
