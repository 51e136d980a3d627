/**
 * Keeps the head and the tail of a process's output, in bounded memory.
 * The resulting text is well-formed Unicode without NUL, which databases cannot store.
 */
export class BoundedOutput {
  private readonly half: number;
  private head = Buffer.alloc(0);
  private tail: Buffer[] = [];
  private tailBytes = 0;
  private total = 0;

  constructor(capacity: number) {
    this.half = Math.ceil(capacity / 2);
  }

  push(chunk: Buffer): void {
    this.total += chunk.length;
    const room = this.half - this.head.length;
    if (room > 0) this.head = Buffer.concat([this.head, chunk.subarray(0, room)]);
    const rest = chunk.subarray(Math.max(0, room));
    if (rest.length === 0) return;
    this.tail.push(rest.subarray(-this.half));
    this.tailBytes += Math.min(rest.length, this.half);
    while (this.tailBytes - (this.tail[0]?.length ?? 0) >= this.half) this.tailBytes -= this.tail.shift()?.length ?? 0;
  }

  text(): string {
    const tail = Buffer.concat(this.tail).subarray(-this.half);
    const dropped = this.total - this.head.length - tail.length;
    if (dropped === 0) return printable(Buffer.concat([this.head, tail]).toString('utf8'));
    return printable(`${this.head.toString('utf8')}\n… ${dropped} bytes left out …\n${tail.toString('utf8')}`);
  }
}

/** `text` without what cannot be stored: NUL becomes its symbol, half a surrogate pair the replacement character. */
export function printable(text: string): string {
  return text.replaceAll('\0', '␀').replace(/\p{Surrogate}/gu, '\uFFFD');
}
