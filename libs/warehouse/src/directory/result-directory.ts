import { createHash, randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { openIntact } from '../integrity/checked-stream';
import { ensureDirectory, hashDurably, moveIntoPlace, type Room, writeDurably } from '../integrity/durable-file';
import { checkedObject } from './names';
import { type Condition, ObjectCheck } from '../integrity/object-check';
import { takenOver } from './staged-files';
import type { Gauge } from '../gauge';
import type { AnswerBudget, ByteRange, Bytes, ResultArea, ResultOptions, StoredObject } from '../warehouse';
import { WarehouseError } from '../warehouse-error';

const HOUR_MS = 3_600_000;
const HOUR = /^\d{4}-\d{2}-\d{2}T\d{2}$/;
const NOBODY = '-';

/** One stored copy: `<sha256>.<owner>.<bytes>.<uuid>` in the folder of its hour. */
interface Copy {
  readonly path: string;
  readonly object: string;
  readonly owner: string;
  readonly bytes: number;
}

export interface ResultSettings {
  readonly lifetimeMs: number;
  readonly budget: AnswerBudget;
  readonly now: () => Date;
  readonly room: Room;
}

/**
 * Results in one folder per hour of writing. Storing always goes to the current hour and sweeping only ever removes
 * hours long past, so the two cannot meet on one file. Each `put` is a copy of its own, so that as many readers as asked
 * find one, each removes one, and every process can compute each caller's usage from the names.
 */
export class ResultDirectory implements ResultArea {
  private readonly check: ObjectCheck;

  constructor(
    private readonly root: string,
    private readonly incoming: string,
    private readonly settings: ResultSettings,
  ) {
    this.check = new ObjectCheck(settings.now);
  }

  async put(source: Bytes, { owner }: ResultOptions = {}): Promise<StoredObject> {
    const key = keyOf(owner);
    const before = await this.held(key);
    const room = async (piece: number, bytes: number): Promise<void> => {
      await this.settings.room(piece, bytes);
      this.requireAllowance(before, bytes);
    };
    const temporary = join(this.incoming, randomUUID());
    return this.keep(temporary, await writeDurably(temporary, source, room), key);
  }

  async adopt(path: string, { owner }: ResultOptions = {}): Promise<StoredObject> {
    const key = keyOf(owner);
    const copy = join(this.incoming, randomUUID());
    try {
      const ours = await takenOver(path, copy);
      const stored = await hashDurably(ours);
      this.requireAllowance(await this.held(key), stored.bytes);
      return await this.keep(ours, stored, key);
    } finally {
      await Promise.all([path, copy].map((file) => rm(file, { force: true })));
    }
  }

  async open(object: string, range: ByteRange = { start: 0 }): Promise<Readable> {
    const name = checkedObject(object);
    let damaged = false;
    for await (const { path, object: named } of this.copies()) {
      if (named !== name) continue;
      const condition = (): Promise<Condition> => this.check.of(path, name);
      const opened = await openIntact({ path, object: name, condition }, range);
      if (opened !== null) return opened;
      damaged ||= (await condition()).kind === 'damaged';
    }
    if (damaged) throw new WarehouseError('object-corrupt', `The stored answer ${name} is damaged; ask again.`);
    throw new WarehouseError('no-such-object', 'The result has expired or never existed; ask again.');
  }

  async discard(object: string): Promise<void> {
    const name = checkedObject(object);
    for await (const copy of this.copies()) {
      if (copy.object === name && (await removed(copy.path))) return;
    }
  }

  async usage(owner: string): Promise<Gauge> {
    return { used: (await this.held(keyOf(owner))).own, limit: this.settings.budget.perOwner };
  }

  async total(): Promise<Gauge> {
    return { used: (await this.held(NOBODY)).all, limit: this.settings.budget.total };
  }

  /** Removes past hours; returns the number of removed results. */
  async sweep(now: Date): Promise<number> {
    let swept = 0;
    for (const hour of await this.hours()) {
      if (!this.isPast(hour, now)) continue;
      swept += (await readdir(join(this.root, hour))).length;
      await rm(join(this.root, hour), { recursive: true, force: true });
    }
    return swept;
  }

  private async keep(from: string, { object, bytes }: StoredObject, owner: string): Promise<StoredObject> {
    const hour = join(this.root, this.settings.now().toISOString().slice(0, 13));
    await ensureDirectory(hour);
    await moveIntoPlace(from, join(hour, [object, owner, bytes, randomUUID()].join('.')));
    return { object, bytes };
  }

  private async held(owner: string): Promise<{ readonly own: number; readonly all: number; readonly owner: string }> {
    let own = 0;
    let all = 0;
    for await (const copy of this.copies()) {
      all += copy.bytes;
      if (copy.owner === owner) own += copy.bytes;
    }
    return { own, all, owner };
  }

  private requireAllowance(held: { own: number; all: number; owner: string }, bytes: number): void {
    const { perOwner, total } = this.settings.budget;
    if (held.owner !== NOBODY && held.own + bytes > perOwner)
      throw new WarehouseError('over-budget', 'Your unfetched answers have reached their limit of bytes.', {
        gauge: { used: held.own, limit: perOwner },
      });
    if (held.all + bytes > total)
      throw new WarehouseError('no-space', 'Unfetched answers of all callers have reached their limit of bytes.');
  }

  /** Of hours that are not past, the newest first. */
  private async *copies(): AsyncGenerator<Copy> {
    for (const hour of await this.hours()) {
      if (this.isPast(hour, this.settings.now())) continue;
      for (const name of await readdir(join(this.root, hour)).catch(() => [])) {
        const [object = '', owner = '', bytes = ''] = name.split('.');
        yield { path: join(this.root, hour, name), object, owner, bytes: Number(bytes) };
      }
    }
  }

  /** Newest first. */
  private async hours(): Promise<string[]> {
    return (await readdir(this.root))
      .filter((name) => HOUR.test(name))
      .sort()
      .reverse();
  }

  private isPast(hour: string, now: Date): boolean {
    return Date.parse(`${hour}:00:00Z`) + HOUR_MS + this.settings.lifetimeMs < now.getTime();
  }
}

/** A caller's id can be any text; in a file name it is a digest of it. */
function keyOf(owner: string | undefined): string {
  return owner === undefined ? NOBODY : createHash('sha256').update(owner).digest('hex').slice(0, 24);
}

async function removed(path: string): Promise<boolean> {
  return rm(path).then(
    () => true,
    () => false,
  );
}
