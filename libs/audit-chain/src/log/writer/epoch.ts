import { existsSync } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../files/error-code';
import { syncDirectory } from '../../files/sync-directory';
import { LogError } from '../../record/log.error';

const MARKER = /^epoch\.(\d+)$/;

/**
 * The right to write, held by whoever has the highest epoch. It is a marker file, so it needs no lock that a paused
 * process could believe to hold: who takes over removes the markers below its own, and who finds its own gone stops.
 */
export class Epoch {
  private constructor(
    readonly number: number,
    private readonly marker: string,
  ) {}

  /**
   * Takes the right to write, with a lease token that MUST be higher than every earlier one, or the next free number.
   * @throws LogError `fenced` if an equal or higher epoch exists
   */
  static async claim(directory: string, token?: number): Promise<Epoch> {
    for (;;) {
      const highest = Math.max(0, ...(await readEpochs(directory)));
      const number = token ?? highest + 1;
      if (number <= highest)
        throw new LogError('fenced', `epoch ${number} is not above epoch ${highest}, which has the log`);
      const epoch = new Epoch(number, join(directory, `epoch.${number}`));
      if (await epoch.#create()) {
        await epoch.#depose(directory);
        return epoch;
      }
    }
  }

  /** False once somebody else has taken over, or if the directory cannot be read: either way, stop. */
  isHeld(): boolean {
    return existsSync(this.marker);
  }

  /** @throws LogError `fenced` */
  requireHeld(): void {
    if (!this.isHeld()) throw new LogError('fenced', `epoch ${this.number} no longer has the log`);
  }

  async #create(): Promise<boolean> {
    try {
      await (await open(this.marker, 'wx')).close();
      return true;
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      throw error;
    }
  }

  /** Of two that claim at once, one sees the other here: the lower gives up, or finds its marker removed. */
  async #depose(directory: string): Promise<void> {
    const epochs = await readEpochs(directory);
    if (epochs.some((other) => other > this.number)) await rm(this.marker, { force: true });
    this.requireHeld();
    for (const lower of epochs.filter((other) => other < this.number))
      await rm(join(directory, `epoch.${lower}`), { force: true });
    await syncDirectory(directory);
  }
}

async function readEpochs(directory: string): Promise<number[]> {
  return (await readdir(directory)).flatMap((name) => {
    const [, number] = MARKER.exec(name) ?? [];
    return number === undefined ? [] : [Number(number)];
  });
}
