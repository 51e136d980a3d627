import { printable } from './bounded-output';
import { type HostFrame, hostFrame, MAX_FRAME_BYTES } from './frames';

/** The host wrote something that is not a frame. */
export class BadFrame extends Error {}

/** Splits a byte stream into frames, in memory bounded by the longest frame. */
export class FrameReader {
  private pending: Buffer[] = [];
  private pendingBytes = 0;

  /** The frames that `chunk` completes, one by one. Throws {@link BadFrame}. */
  *push(chunk: Buffer): Generator<HostFrame> {
    let rest = chunk;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const line = Buffer.concat([...this.pending, rest.subarray(0, end)]);
      this.pending = [];
      this.pendingBytes = 0;
      rest = rest.subarray(end + 1);
      yield parseFrame(line);
    }
    if (rest.length === 0) return;
    this.pending.push(rest);
    this.pendingBytes += rest.length;
    if (this.pendingBytes > MAX_FRAME_BYTES) throw new BadFrame(`a frame is longer than ${MAX_FRAME_BYTES} bytes`);
  }
}

function parseFrame(line: Buffer): HostFrame {
  if (line.length > MAX_FRAME_BYTES) throw new BadFrame(`a frame is longer than ${MAX_FRAME_BYTES} bytes`);
  let value: unknown;
  try {
    value = JSON.parse(line.toString('utf8'), (_, inner: unknown) =>
      typeof inner === 'string' ? printable(inner) : inner,
    );
  } catch {
    throw new BadFrame('a line is not JSON');
  }
  const frame = hostFrame.safeParse(value);
  if (frame.success) return frame.data;
  const [issue] = frame.error.issues;
  throw new BadFrame(`a frame is malformed at ${issue?.path.join('.') || 'its top'}: ${issue?.message ?? 'unknown'}`);
}
