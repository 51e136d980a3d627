import type { Readable } from 'node:stream';

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
  /** A random UUID: who does not know it cannot name the file. */
  readonly id: string;
  /** A local file to read or write. It does not exist before something was written. */
  readonly path: string;
  /** Replaces the content. Once it resolves every process can find the bytes by `id`; when it rejects nothing is kept. */
  write(source: Bytes): Promise<{ readonly bytes: number }>;
  /** Removes it; does nothing when it is gone already. */
  discard(): Promise<void>;
}

/** Answers too large for a message: kept for a while under their hash, then swept. */
export interface ResultArea {
  put(source: Bytes): Promise<StoredObject>;
  /** MUST reject with `no-such-object` once the result has expired. */
  open(object: string, range?: ByteRange): Promise<Readable>;
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
 * stored twice, also at once by two processes, is one object. A failed write leaves nothing behind.
 * MUST NOT: change or remove an object; accept a name that is not a SHA-256 or a staged UUID.
 */
export interface Warehouse {
  put(source: Bytes): Promise<StoredObject>;
  has(object: string): Promise<boolean>;
  /** The object, or the result that has not expired. Rejects with `no-such-object` before any byte is read. */
  openRead(object: string, range?: ByteRange): Promise<Readable>;
  /** A read-only file with the content, for engines that read files. It stays until the process ends. */
  localPath(object: string): Promise<string>;
  stage(): Promise<StagedFile>;
  /** The file some process staged under `id`, or null when there is none. */
  staged(id: string): Promise<StagedFile | null>;
  /** Makes a staged file an object, without copying where the storage can. Its writer MUST have closed it. */
  adopt(file: StagedFile): Promise<StoredObject>;
  readonly results: ResultArea;
  /** Removes what was staged and never adopted, and results past their time. Safe to run anywhere, at any time. */
  sweep(now: Date): Promise<SweepReport>;
}
