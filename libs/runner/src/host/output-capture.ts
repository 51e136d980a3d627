import type { Readable } from 'node:stream';
import { BoundedOutput } from './bounded-output';

/** What is read of one stream between two calls of {@link OutputCapture.allowMore}. */
const READ_AT_ONCE_BYTES = 16 * 1024 * 1024;

/**
 * Reads a process's output at a bounded rate: a process that prints as fast as it can has to wait, and the rest of the
 * service does not wait for it.
 */
export class OutputCapture {
  private readonly output: BoundedOutput;
  private sinceAllowed = 0;
  private draining = false;

  constructor(
    private readonly stream: Readable,
    capacity: number,
  ) {
    this.output = new BoundedOutput(capacity);
    stream.on('error', () => undefined).on('data', (chunk: Buffer) => this.take(chunk));
  }

  /** To be called at a steady pace while the process lives. */
  allowMore(): void {
    this.sinceAllowed = 0;
    this.stream.resume();
  }

  /** After the process was stopped: what it still prints until it ends must not keep its pipe open. */
  drain(): void {
    this.draining = true;
    this.stream.resume();
  }

  text(): string {
    return this.output.text();
  }

  private take(chunk: Buffer): void {
    this.output.push(chunk);
    this.sinceAllowed += chunk.length;
    if (!this.draining && this.sinceAllowed > READ_AT_ONCE_BYTES) this.stream.pause();
  }
}
