import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { openIntact } from './checked-stream';
import { ensureDirectory, moveIntoPlace, writeDurably } from './durable-file';
import { checkedObject } from './names';
import { type Condition, ObjectCheck } from './object-check';
import type { ByteRange, Bytes, ResultArea, StoredObject } from './warehouse';
import { WarehouseError } from './warehouse-error';

const HOUR_MS = 3_600_000;
const HOUR = /^\d{4}-\d{2}-\d{2}T\d{2}$/;

/**
 * Results in one folder per hour of writing. Storing always goes to the current hour and sweeping only ever removes
 * hours long past, so the two cannot meet on one file.
 */
export class ResultDirectory implements ResultArea {
  private readonly check: ObjectCheck;

  constructor(
    private readonly root: string,
    private readonly incoming: string,
    private readonly lifetimeMs: number,
    private readonly now: () => Date,
  ) {
    this.check = new ObjectCheck(now);
  }

  async put(source: Bytes): Promise<StoredObject> {
    const temporary = join(this.incoming, randomUUID());
    const { object, bytes } = await writeDurably(temporary, source);
    const hour = join(this.root, this.now().toISOString().slice(0, 13));
    const path = join(hour, object);
    await ensureDirectory(hour);
    if ((await this.check.of(path, object)).kind === 'intact') await rm(temporary, { force: true });
    else await moveIntoPlace(temporary, path);
    return { object, bytes };
  }

  async open(object: string, range: ByteRange = { start: 0 }): Promise<Readable> {
    const name = checkedObject(object);
    for (const hour of await this.hours()) {
      if (this.isPast(hour, this.now())) continue;
      const path = join(this.root, hour, name);
      const condition = (): Promise<Condition> => this.check.of(path, name);
      const opened = await openIntact({ path, object: name, condition }, range);
      if (opened !== null) return opened;
      if ((await condition()).kind === 'damaged')
        throw new WarehouseError('object-corrupt', `The stored answer ${name} is damaged; ask again.`);
    }
    throw new WarehouseError('no-such-object', 'That result has expired or never was; ask again.');
  }

  /** Removes the hours that are past; answers how many results went. */
  async sweep(now: Date): Promise<number> {
    let swept = 0;
    for (const hour of await this.hours()) {
      if (!this.isPast(hour, now)) continue;
      swept += (await readdir(join(this.root, hour))).length;
      await rm(join(this.root, hour), { recursive: true, force: true });
    }
    return swept;
  }

  /** Newest first. */
  private async hours(): Promise<string[]> {
    return (await readdir(this.root))
      .filter((name) => HOUR.test(name))
      .sort()
      .reverse();
  }

  private isPast(hour: string, now: Date): boolean {
    return Date.parse(`${hour}:00:00Z`) + HOUR_MS + this.lifetimeMs < now.getTime();
  }
}
