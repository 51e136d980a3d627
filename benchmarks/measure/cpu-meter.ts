import { setTimeout as delay } from 'node:timers/promises';
import { cpuTime } from './cpu-time';

/** Processor time that some processes spend on what is asked of them, over what they spend when nothing is asked. */
export class CpuMeter {
  private constructor(
    private readonly pids: readonly number[],
    /** Milliseconds of processor time per millisecond. */
    private readonly idle: number,
  ) {}

  /** Looks at the processes for a while in which nobody asks anything of them. */
  static async idle(pids: readonly number[], ms: number): Promise<CpuMeter> {
    const before = cpuTime(pids);
    const begun = performance.now();
    await delay(ms);
    return new CpuMeter(pids, (cpuTime(pids) - before) / (performance.now() - begun));
  }

  async spent<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly cpuMs: number }> {
    const before = cpuTime(this.pids);
    const begun = performance.now();
    const result = await work();
    return { result, cpuMs: cpuTime(this.pids) - before - this.idle * (performance.now() - begun) };
  }
}
