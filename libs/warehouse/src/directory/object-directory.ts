import { chmod, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { BlockLists } from '../integrity/block-lists';
import { type Finding, type Pace, statOf } from '../integrity/checked-file';
import { openIntact } from '../integrity/checked-stream';
import { ensureDirectory, type HashedContent, moveIntoPlace, syncDirectory } from '../integrity/durable-file';
import { type Condition, ObjectCheck } from '../integrity/object-check';
import { Quarantine } from '../integrity/quarantine';
import type { ByteRange, Damage, LocalFile, StoredObject } from '../warehouse';
import { WarehouseError } from '../warehouse-error';
import { Removal } from './removal';

const OBJECT = /^[0-9a-f]{64}$/;

/** The objects of a warehouse in a directory. Names are checked already. */
export class ObjectDirectory {
  private readonly quarantine: Quarantine;
  private readonly root: string;
  private readonly blocks: BlockLists;
  private readonly check: ObjectCheck;
  private readonly removal: Removal;

  constructor(
    warehouse: string,
    private readonly now: () => Date,
  ) {
    this.root = join(warehouse, 'sha256');
    this.check = new ObjectCheck(now);
    this.blocks = new BlockLists(join(warehouse, 'blocks'));
    this.quarantine = new Quarantine(join(warehouse, 'quarantine'));
    this.removal = new Removal(warehouse, (object) => this.pathOf(object));
  }

  /** Gives a durable file its name, unless the object is there and intact. */
  async keep(from: string, { object, bytes, blocks }: HashedContent): Promise<StoredObject> {
    const to = this.pathOf(object);
    await ensureDirectory(dirname(to));
    if (await this.renew(object)) {
      await rm(from, { force: true });
      // Its writer may not have come to this line yet.
      await syncDirectory(dirname(to));
    } else {
      await this.blocks.keep(object, blocks);
      await moveIntoPlace(from, to);
    }
    await this.quarantine.lift(object);
    return { object, bytes };
  }

  async has(object: string): Promise<boolean> {
    return (await this.condition(object)).kind === 'intact';
  }

  async renew(object: string): Promise<boolean> {
    if (!(await this.has(object))) return false;
    await this.removal.note(object);
    // A removal that did not see the note has taken the object away by now.
    return this.has(object);
  }

  async remove(object: string, before: Date): Promise<boolean> {
    const removed = await this.removal.take(object, before);
    if (removed) await this.blocks.drop(object);
    return removed;
  }

  bringBack(now: Date): Promise<void> {
    return this.removal.bringBack(now);
  }

  /** The object's file, after verifying that it is intact. */
  async file(object: string): Promise<LocalFile> {
    const found = await this.condition(object);
    if (found.kind !== 'intact') throw await this.refusal(object);
    return { path: this.pathOf(object), version: found.inode };
  }

  /** Null when there is no such object. */
  async open(object: string, range: ByteRange): Promise<Readable | null> {
    const file = { path: this.pathOf(object), object, condition: () => this.condition(object) };
    const opened = await openIntact(file, range);
    if (opened !== null) return opened;
    const refusal = await this.refusal(object);
    if (refusal.code === 'no-such-object') return null;
    throw refusal;
  }

  async *names(after: string | null): AsyncGenerator<string> {
    for (const folder of (await readdir(this.root)).sort()) {
      if (after !== null && folder < after.slice(0, 2)) continue;
      for (const name of (await readdir(join(this.root, folder))).sort())
        if (OBJECT.test(name) && (after === null || name > after)) yield name;
    }
  }

  async scrub(object: string, pace: Pace): Promise<number> {
    const path = this.pathOf(object);
    const found = await this.check.anew(path, object, pace);
    if (found.kind === 'absent') return 0;
    if (found.kind === 'damaged') {
      await this.takeAway(object, found.finding);
      return found.finding.bytes;
    }
    // An operator may have restored it, with the mode that the copy happened to get.
    if (found.writable) await chmod(path, 0o444);
    await this.quarantine.lift(object);
    return found.bytes;
  }

  /** Checks each damaged object again: one that an operator has restored is accepted at once. */
  async damages(): Promise<readonly Damage[]> {
    const known = await this.quarantine.damages();
    const conditions = await Promise.all(known.map(({ object }) => this.condition(object)));
    const back = known.filter((_, at) => conditions[at]?.kind === 'intact');
    await Promise.all(back.map(({ object }) => this.quarantine.lift(object)));
    return known.filter((damage) => !back.includes(damage));
  }

  /** Checks the object; a damaged one is moved to quarantine. */
  private async condition(object: string): Promise<Condition> {
    const found = await this.check.of(this.pathOf(object), object);
    if (found.kind === 'damaged') await this.takeAway(object, found.finding);
    return found;
  }

  private async takeAway(object: string, finding: Finding): Promise<void> {
    const damage = { object, foundAt: this.now().toISOString(), detail: await this.detail(object, finding) };
    await this.quarantine.take(this.pathOf(object), finding.inode, damage);
  }

  private detail(object: string, { blocks, bytes, readable }: Finding): Promise<string> {
    if (!readable) return Promise.resolve(`the disk cannot read it beyond byte ${bytes}`);
    return this.blocks.locate(object, blocks, bytes);
  }

  private async refusal(object: string): Promise<WarehouseError> {
    const damage = await this.quarantine.damageOf(object);
    if (damage !== null) return corrupt(damage);
    // It could not be moved: this process may not write here.
    if ((await statOf(this.pathOf(object))) !== null)
      return corrupt({
        object,
        foundAt: this.now().toISOString(),
        detail: 'its bytes are not the ones that were stored',
      });
    return new WarehouseError('no-such-object', `The warehouse has no object ${object}.`);
  }

  private pathOf(object: string): string {
    return join(this.root, object.slice(0, 2), object);
  }
}

function corrupt({ object, foundAt, detail }: Damage): WarehouseError {
  return new WarehouseError('object-corrupt', `The object ${object} is damaged (found ${foundAt}): ${detail}.`);
}
