import { printableLine } from './printable';
import type { Terminal } from './terminal';
import { cut } from './text-width';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const;
const FRAME_MS = 90;
const CLEAR = '\r\u001b[2K';
/** Without a terminal, so that a log shows progress without being filled by it. */
const PLAIN_EVERY_MS = 5_000;

/**
 * Progress on standard error: on a terminal one line that is redrawn, elsewhere a line at most every five
 * seconds. Always `stop` it, so that the process can end.
 */
export class ProgressLine {
  #text: () => string = () => '';
  #said = '';
  #frame = 0;
  #timer: NodeJS.Timeout | undefined;
  #printedAt = -Infinity;

  constructor(
    private readonly terminal: Pick<Terminal, 'live' | 'err' | 'errColors' | 'width'>,
    private readonly now: () => number = Date.now,
  ) {}

  /** A function is called again at every frame, for text that changes by itself, such as the elapsed time. */
  say(text: string | (() => string)): void {
    this.#text = typeof text === 'string' ? () => text : text;
    if (this.terminal.live) {
      this.#timer ??= setInterval(() => this.draw(), FRAME_MS);
      this.draw();
      return;
    }
    this.#timer ??= setInterval(() => this.print(), PLAIN_EVERY_MS);
    this.print();
  }

  stop(): void {
    clearInterval(this.#timer);
    if (this.#timer !== undefined && this.terminal.live) this.terminal.err(CLEAR);
    this.#timer = undefined;
    this.#text = () => '';
  }

  private print(): void {
    const line = printableLine(this.#text());
    if (line === '' || line === this.#said || this.now() - this.#printedAt < PLAIN_EVERY_MS) return;
    this.#said = line;
    this.#printedAt = this.now();
    this.terminal.err(`${line}\n`);
  }

  private draw(): void {
    const line = printableLine(this.#text());
    if (line === '') return;
    const { errColors, width } = this.terminal;
    this.#frame = (this.#frame + 1) % FRAMES.length;
    this.terminal.err(`${CLEAR}${errColors.cyan(FRAMES[this.#frame] ?? '')} ${cut(line, (width ?? 80) - 3)}`);
  }
}

/** Shows progress while `work` runs, however it ends. */
export async function withProgress<T>(
  terminal: Terminal,
  text: string | (() => string),
  work: (line: ProgressLine) => Promise<T>,
): Promise<T> {
  const line = new ProgressLine(terminal);
  if (text !== '') line.say(text);
  try {
    return await work(line);
  } finally {
    line.stop();
  }
}
