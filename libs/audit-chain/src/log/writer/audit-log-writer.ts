import { mkdir } from 'node:fs/promises';
import { errorCode } from '../../files/error-code';
import { replaceFile } from '../../files/replace-file';
import type { CheckpointSigner } from '../../tree/checkpoint-signer';
import { subtreesOf } from '../../tree/tree-file';
import type { AuditEntry } from '../../record/audit-record';
import { Epoch } from './epoch';
import { checkpointPath, treeDirectory } from '../log-layout';
import type { Acknowledgement, LogHead, LogTail } from './log-tail';
import { LogError } from '../../record/log.error';
import { requireEntry } from '../../record/record-line';
import { segmentAt } from '../segment/segment';
import { sealDetail } from '../segment/segment-seal';
import { Serial } from './serial';
import { systemEntry } from './system-entry';
import { takeOver } from './take-over';

export interface AuditLogOptions {
  /** The lease's fencing token, higher each time a log is opened. Without one the writer takes the next free number. */
  readonly epoch?: number;
  readonly now: () => Date;
  /** Signs checkpoints on demand, at the end of each segment and on close. */
  readonly checkpointSigner?: CheckpointSigner;
  /** A segment is sealed once it has this many bytes (default 16 MiB). */
  readonly segmentBytes?: number;
  /** A retry is recognised among this many newest records (default 65,536). */
  readonly idWindow?: number;
}

interface Waiting {
  readonly entries: readonly AuditEntry[];
  readonly resolve: (acknowledgements: Acknowledgement[]) => void;
  readonly reject: (error: unknown) => void;
}

const SEGMENT_BYTES = 16 * 1024 * 1024;
const ID_WINDOW = 65_536;
const DISK_FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/** One write holds at most about this many entries, so that no caller waits for a batch without end. */
const BATCH_ENTRIES = 4096;

/**
 * The only writer of a log directory. It MUST be the holder of the highest epoch; one that is not, or that finds the
 * file changed, refuses with a LogError and never writes again: open a new one.
 *
 * What is acknowledged is synced, once, in order, and survives any crash. Callers at the same time share a sync.
 */
export class AuditLogWriter {
  readonly #serial = new Serial();
  readonly #segmentBytes: number;
  #waiting: Waiting[] = [];
  #stopped: LogError | null = null;
  #closing: Promise<void> | null = null;

  private constructor(
    private readonly directory: string,
    private readonly epoch: Epoch,
    private readonly tail: LogTail,
    private readonly options: AuditLogOptions,
  ) {
    this.#segmentBytes = options.segmentBytes ?? SEGMENT_BYTES;
  }

  /**
   * Takes over the log of a directory, or begins one. Reads the whole newest segment; cuts an unterminated last line
   * into `.torn` and records that as `log.recovered`.
   *
   * @throws LogError `fenced`, `log-damaged`, `truncated`, `inconsistent-checkpoint`
   */
  static async open(directory: string, options: AuditLogOptions): Promise<AuditLogWriter> {
    await mkdir(directory, { recursive: true });
    const epoch = await Epoch.claim(directory, options.epoch);
    const { tail, torn } = await takeOver(directory, epoch, {
      now: options.now(),
      idWindow: options.idWindow ?? ID_WINDOW,
    });
    try {
      await options.checkpointSigner?.requireConsistent(tail.head.size, subtreesOf(treeDirectory(directory)));
    } catch (error) {
      await tail.close();
      throw error;
    }
    const writer = new AuditLogWriter(directory, epoch, tail, options);
    if (torn !== null) {
      const detail = { torn_bytes: torn.bytes, torn_file: torn.file };
      await writer.append([systemEntry('log.recovered', options.now(), tail.head.hash, detail)]);
    }
    return writer;
  }

  /**
   * Writes entries in order and resolves after they are synced. An entry whose id was written before is answered with
   * its record. Either all entries of a call are acknowledged or, by rejection, none.
   *
   * @throws LogError `invalid-entry`, `not-written`, `fenced`, `log-changed`, `failed`, `closed`
   */
  async append(entries: readonly AuditEntry[]): Promise<Acknowledgement[]> {
    entries.forEach(requireEntry);
    if (this.#stopped !== null) throw this.#stopped;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entries, resolve, reject });
      // Whoever comes while a batch is being written joins the next one.
      if (this.#waiting.length === 1) void this.#serial.run(() => this.#commit());
    });
  }

  /** The end of the log as acknowledged so far. */
  head(): LogHead {
    return this.tail.head;
  }

  /**
   * Signs what is acknowledged so far, publishes the note in the directory's `checkpoint` file and returns it.
   * @throws LogError `no-signer`, `fenced`, `closed`, `inconsistent-checkpoint`
   */
  async checkpoint(): Promise<string> {
    return this.#serial.run(async () => {
      if (this.#stopped !== null) throw this.#stopped;
      try {
        return await this.#sign();
      } catch (error) {
        throw this.#refusal(error);
      }
    });
  }

  /** Waits for what was appended, signs a last checkpoint if there is a signer and the log is still ours, and lets go. */
  close(): Promise<void> {
    this.#closing ??= this.#serial.run(async () => {
      try {
        if (this.#stopped === null && this.options.checkpointSigner !== undefined && this.epoch.isHeld())
          await this.#sign();
      } finally {
        this.#stopped ??= new LogError('closed', 'the writer is closed');
        await this.tail.close();
      }
    });
    return this.#closing;
  }

  async #commit(): Promise<void> {
    while (this.#waiting.length > 0) {
      await new Promise(setImmediate); // lets callers that come in this turn, or were just answered, share the sync
      const batch = this.#takeBatch();
      try {
        const acknowledgements = await this.#write(batch.flatMap(({ entries }) => entries));
        let from = 0;
        for (const { entries, resolve } of batch) resolve(acknowledgements.slice(from, (from += entries.length)));
      } catch (error) {
        this.#fail(batch, error);
      }
    }
  }

  #takeBatch(): Waiting[] {
    let entries = 0;
    const whole = this.#waiting.findIndex((waiting) => (entries += waiting.entries.length) >= BATCH_ENTRIES);
    return this.#waiting.splice(0, whole === -1 ? this.#waiting.length : whole + 1);
  }

  async #write(entries: readonly AuditEntry[]): Promise<Acknowledgement[]> {
    if (this.#stopped !== null) throw this.#stopped;
    this.epoch.requireHeld();
    this.tail.requireUnchanged();
    if (this.tail.segmentBytes >= this.#segmentBytes) await this.#rotate();
    // Asked again after the sync: whoever took over before that may not have seen these lines.
    return this.tail.append(entries, () => this.epoch.requireHeld());
  }

  #fail(batch: readonly Waiting[], error: unknown): void {
    const refusal = this.#refusal(error);
    // A full disk passes, and a bad entry concerns its caller; anything else means this is no longer our log.
    if (refusal.code !== 'not-written' && refusal.code !== 'invalid-entry') this.#stopped ??= refusal;
    for (const { reject } of batch) reject(this.#stopped ?? refusal);
  }

  /** What an error means: whoever has been deposed stumbles over what its successor did, and should be told just that. */
  #refusal(error: unknown): LogError {
    if (!this.epoch.isHeld())
      return new LogError('fenced', `epoch ${this.epoch.number} no longer has the log`, { cause: error });
    if (error instanceof LogError) return error;
    // What may be left half-done reports itself as `failed`; here the disk refused before anything had changed.
    if (DISK_FULL.has(errorCode(error) ?? '')) return new LogError('not-written', 'the disk is full', { cause: error });
    return new LogError('failed', 'the log cannot be written: open it again', { cause: error });
  }

  async #rotate(): Promise<void> {
    const { size, hash } = this.tail.head;
    const previous = { previous_segment: this.tail.segment.name, previous_seq: size - 1, previous_hash: hash };
    const checkpoint = this.options.checkpointSigner === undefined ? {} : sealDetail(await this.#sign());
    const detail = { epoch: this.epoch.number, ...previous, ...checkpoint };
    const entry = systemEntry('log.segment', this.options.now(), hash, detail);
    await this.tail.beginSegment(segmentAt(this.directory, size, this.epoch.number), entry);
  }

  async #sign(): Promise<string> {
    const signer = this.options.checkpointSigner;
    if (signer === undefined) throw new LogError('no-signer', 'the log was opened without a key to sign with');
    this.epoch.requireHeld();
    const { size, root } = this.tail.head;
    const note = await signer.sign(size, root, subtreesOf(treeDirectory(this.directory)));
    await replaceFile(checkpointPath(this.directory), note);
    return note;
  }
}
