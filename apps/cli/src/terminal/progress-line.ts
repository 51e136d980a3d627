import { printableLine } from './printable';
import { cut } from './table';
import type { Terminal } from './terminal';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const;
const FRAME_MS = 90;
const CLEAR = '\r\u001b[2K';

/**
 * What is being done, on standard error: one line that keeps moving on a terminal, a line per change elsewhere. Always
 * `stop` it, so that the process can end.
 */
export class ProgressLine {
  #text = '';
  #frame = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly terminal: Terminal) {}

  say(text: string): void {
    const line = printableLine(text);
    if (line === this.#text) return;
    this.#text = line;
    if (!this.terminal.live) {
      this.terminal.err(`${line}\n`);
      return;
    }
    this.#timer ??= setInterval(() => this.draw(), FRAME_MS);
    this.draw();
  }

  stop(): void {
    clearInterval(this.#timer);
    if (this.#timer !== undefined) this.terminal.err(CLEAR);
    this.#timer = undefined;
    this.#text = '';
  }

  private draw(): void {
    const { errColors, width } = this.terminal;
    this.#frame = (this.#frame + 1) % FRAMES.length;
    this.terminal.err(`${CLEAR}${errColors.cyan(FRAMES[this.#frame] ?? '')} ${cut(this.#text, (width ?? 80) - 3)}`);
  }
}

/** Shows progress while `work` goes on, however it ends. */
export async function withProgress<T>(
  terminal: Terminal,
  text: string,
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
