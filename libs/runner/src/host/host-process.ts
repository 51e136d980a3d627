import { setTimeout as delay } from 'node:timers/promises';
import { BadFrame, FrameReader } from './frame-reader';
import type { ControlGroup } from '../control-group/control-group';
import type { HostFrame, OrderFrame, ReplyFrame } from './frames';
import { type HostEnding, nothingRan, type StopCause } from './host-ending';
import { type HostPipes, startHost } from './host-pipes';
import { MAX_KERNEL_OBJECTS, type SandboxLimits } from '../limits';
import { OutputCapture } from './output-capture';
import { ProcessTree } from './process-tree';
import type { Host } from '../runner';
import type { SupervisedChild } from '../child/supervised-child';
import type { OutputFile } from './output-file';

export interface HostStart {
  readonly command: readonly string[];
  /** The group that `command` enters; none where the poll of `/proc` is all that limits it. */
  readonly group?: ControlGroup | null;
  /** Compiled system-call filter. */
  readonly seccomp: Buffer;
  /** Takes the table that the host sends; null when none is expected. */
  readonly output: OutputFile | null;
  readonly limits: SandboxLimits;
  readonly order: OrderFrame;
  /** Moves a file to where the host reads the answers to its queries. */
  readonly take: (file: string) => Promise<string>;
  readonly signal: AbortSignal;
  /** Handles every frame but `ready`. May stop the host, and send replies. A {@link BadFrame} it throws ends the run. */
  readonly onFrame: (frame: HostFrame, host: Host) => void;
}

const MEASURE_EVERY_MS = 50;

const NO_DESCRIPTORS: StopCause = { kind: 'not-started', detail: 'the service has too many open files' };

/** One sandboxed host from its start to the end of its last process. */
export class HostProcess implements Host {
  private readonly startedAt = performance.now();
  private readonly stdout: OutputCapture;
  private readonly stderr: OutputCapture;
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly frames = new FrameReader();
  private cause: StopCause | null = null;
  private tree: ProcessTree | null = null;
  private peakBytes: number | null = null;
  private gaveWay = false;

  private constructor(
    private readonly start: HostStart,
    private readonly child: SupervisedChild,
    private readonly pipes: HostPipes,
  ) {
    this.stdout = new OutputCapture(pipes.stdout, start.limits.capturedBytes);
    this.stderr = new OutputCapture(pipes.stderr, start.limits.capturedBytes);
  }

  /**
   * Runs the host to its end. Settles when nothing of its process tree is left and everything it sent as its table is in
   * the file. Rejects only when that file cannot be written.
   */
  static async run(start: HostStart): Promise<HostEnding> {
    const { command, seccomp: filter, group = null } = start;
    const started = startHost({ command, environment: {}, filter, group });
    return started === null
      ? nothingRan(NO_DESCRIPTORS)
      : await new HostProcess(start, started.child, started.pipes).supervise();
  }

  /** Ends the whole process tree. Only the first cause counts. */
  stop(cause: StopCause): void {
    if (this.cause !== null) return;
    this.measure();
    this.cause ??= cause;
    this.kill();
  }

  reply(frame: ReplyFrame): void {
    if (this.cause === null) this.pipes.protocol.write(`${JSON.stringify(frame)}\n`);
  }

  take(file: string): Promise<string> {
    return this.start.take(file);
  }

  private async supervise(): Promise<HostEnding> {
    const { child, start } = this;
    void child.ended.then(({ error }) => {
      if (error !== null) this.stop({ kind: 'not-started', detail: error.message });
    });
    this.pipes.protocol.on('data', (chunk: Buffer) => this.receive(chunk));
    const cancel = (): void => this.stop({ kind: 'cancelled' });
    start.signal.addEventListener('abort', cancel, { once: true });
    if (start.signal.aborted) cancel();
    this.timers.push(setTimeout(() => this.stop({ kind: 'timeout' }), start.limits.wallMs));
    const received = this.receiveTable();
    await child.closed;
    const { error, limit } = await child.ended;
    this.cause ??= { kind: limit ?? 'ended' };
    this.stopTimers();
    start.signal.removeEventListener('abort', cancel);
    if (error === null) await this.gone();
    const failure = await received;
    if (failure !== null) throw failure;
    return this.ending();
  }

  /** The error that prevented writing the table, if any; reads to the end in any case, so that the pipe closes. */
  private async receiveTable(): Promise<Error | null> {
    const { output } = this.start;
    let failure: Error | null = null;
    this.pipes.table.on('error', () => undefined);
    for await (const chunk of this.pipes.table.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(chunk) || output === null || failure !== null) continue;
      try {
        if (!(await output.append(chunk))) this.stop({ kind: 'table' });
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error));
        this.stop({ kind: 'table' });
      }
    }
    return failure;
  }

  private ending(): HostEnding {
    const notStarted = this.cause?.kind === 'ended' && this.tree === null;
    const stderr = this.stderr.text();
    return {
      cause: notStarted ? { kind: 'not-started', detail: stderr } : (this.cause ?? { kind: 'ended' }),
      exitCode: this.child.process.exitCode,
      signal: this.child.process.signalCode,
      stdout: this.stdout.text(),
      stderr,
      durationMs: performance.now() - this.startedAt,
      peakBytes: this.peakBytes,
    };
  }

  private receive(chunk: Buffer): void {
    try {
      for (const frame of this.frames.push(chunk)) {
        if (this.cause !== null) return;
        if (frame.type === 'ready') this.ready();
        else if (this.tree === null) throw new BadFrame(`${frame.type} came before ready`);
        else this.start.onFrame(frame, this);
      }
    } catch (error) {
      if (!(error instanceof BadFrame)) throw error;
      this.stop({ kind: 'bad-frame', detail: error.message });
    }
  }

  /** The host is up and waits; nothing of the author's has run. Measuring starts before it gets its order. */
  private ready(): void {
    if (this.tree !== null) throw new BadFrame('ready came twice');
    try {
      this.tree = ProcessTree.below(this.child.pid ?? 0);
    } catch (error) {
      this.stop({ kind: 'unmeasured', detail: error instanceof Error ? error.message : String(error) });
      return;
    }
    this.gaveWay = this.tree.giveWay();
    this.timers.push(setInterval(() => this.tick(), MEASURE_EVERY_MS));
    this.pipes.protocol.write(`${JSON.stringify(this.start.order)}\n`);
  }

  private tick(): void {
    this.gaveWay ||= this.tree?.giveWay() ?? true;
    this.measure();
    this.stdout.allowMore();
    this.stderr.allowMore();
  }

  private measure(): void {
    if (this.tree === null || this.cause !== null) return;
    this.cause = this.groupBreach() ?? this.overuse(this.tree);
    if (this.cause !== null) this.kill();
  }

  /** What the kernel stopped between two polls. */
  private groupBreach(): StopCause | null {
    const kind = this.child.breach();
    return kind === null ? null : { kind };
  }

  private overuse(tree: ProcessTree): StopCause | null {
    const { limits } = this.start;
    const { memoryBytes, pipeBytes, tasks, files, kernelObjects } = tree.usage();
    const exact = memoryBytes > limits.memoryBytes ? tree.memorySharedOnce() + pipeBytes : memoryBytes;
    this.peakBytes = Math.max(this.peakBytes ?? 0, exact);
    if (exact > limits.memoryBytes) return { kind: 'memory' };
    if (tasks >= limits.processes) return { kind: 'processes' };
    if (kernelObjects > MAX_KERNEL_OBJECTS) return { kind: 'kernel-objects' };
    return files > limits.scratchFiles ? { kind: 'disk' } : null;
  }

  private kill(): void {
    this.stopTimers();
    this.child.kill();
    // A host that is still starting must not receive an order.
    this.pipes.protocol.destroy();
    this.stdout.drain();
    this.stderr.drain();
  }

  private stopTimers(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  /** The kernel ends the tree with its first process; this waits until it has. */
  private async gone(): Promise<void> {
    while (this.tree !== null && !this.tree.isGone()) await delay(1);
  }
}
