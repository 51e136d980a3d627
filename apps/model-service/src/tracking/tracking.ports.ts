import type { Readable } from 'node:stream';

/** A request to the tracking server, already admitted: its path begins with the mount's prefix. */
export interface TrackingRequest {
  readonly method: string;
  /** With the query, encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | Uint8Array | null;
  readonly signal: AbortSignal;
}

/** What comes with a call besides its path. */
export interface CallContent {
  /** Without what says who sends it. */
  readonly headers: Readonly<Record<string, string>>;
  readonly query: string;
  readonly body: Readable;
}

/** Its answer, as it arrives. Whoever does not read the body destroys it. */
export interface TrackingReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

/**
 * MLflow, started when it is first asked. Rejects with `unavailable` and a text for people where it is not installed,
 * cannot be installed or started, or is not ready yet.
 */
export interface TrackingServer {
  ask(request: TrackingRequest): Promise<TrackingReply>;
}
export const TRACKING_SERVER = Symbol('TrackingServer');

/** A file of a model, by its path below the model's folder. */
export interface VersionFile {
  readonly path: string;
  readonly bytes: number;
}

/** What a training stored of its model; `archive` is the object that its version names. */
export interface VersionFiles {
  list(archive: string): Promise<readonly VersionFile[]>;
  /** Null for one that is not there. Whoever does not read the stream destroys it. */
  read(archive: string, path: string): Promise<{ readonly bytes: number; readonly stream: Readable } | null>;
}
export const VERSION_FILES = Symbol('VersionFiles');
