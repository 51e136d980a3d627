import { maySee, mayShare, type Principal, ProblemError, type SaidAccess } from '@svc/contracts';
import type { DataSource } from 'typeorm';
import type { Clock } from '../clock/clock';
import type { CallContext } from '../rpc/call-context';
import { sharedRows } from './access-rows.sql';
import { entityTag } from './entity-tag';
import { requireAbsent, requireMatch } from './if-match';
import type { NamedObjectKind, StoredObject } from './named-object';
import { NamedObjectRows, type Turn } from './named-object-rows.sql';
import { accessOfExisting, accessOfNew } from './object-access';
import { ObjectSharing } from './object-sharing';
import { keyBefore, type Page, pageOf } from './page';
import { requireText } from './require-text';

/** A definition to put under a name. */
export interface PutObject<D> {
  readonly name: string;
  readonly definition: D;
  readonly ifMatch: string | undefined;
  /** Who is to see it, when it is new. */
  readonly said: SaidAccess | undefined;
}

/**
 * The life of one kind of named object. One that a caller may not see does not exist for them, but its name is taken. Its owner
 * and admins change it, having said which version they have read; of several at once, one wins.
 */
export class NamedObjects<D> {
  readonly sharing: ObjectSharing;
  private readonly rows: NamedObjectRows<D>;

  constructor(
    source: DataSource,
    private readonly clock: Clock,
    private readonly kind: NamedObjectKind<D>,
  ) {
    this.rows = new NamedObjectRows(source, kind);
    this.sharing = new ObjectSharing(
      kind.what,
      sharedRows(source, kind.table, (name) => this.notFound(name)),
    );
  }

  async list({ limit, cursor }: { limit: number; cursor?: string | undefined }, who: Principal): Promise<Page<object>> {
    const found = await this.rows.page(keyBefore(cursor), limit + 1, who);
    return pageOf(found, limit, (it) => it.name, served);
  }

  async get(name: string, who: Principal): Promise<object> {
    const found = await this.rows.find(name);
    if (found === null || !maySee(found, who)) throw this.notFound(name);
    return served(found);
  }

  /** Creates it, or replaces the one whose tag the caller has read. The same definition again is no new version. */
  async put(put: PutObject<D>, context: CallContext): Promise<object> {
    requireText(this.titled(put.name), put.definition);
    await this.kind.check?.(put.definition, context);
    return served(await this.rows.change(put.name, (turn) => this.putIn(turn, put, context.principal)));
  }

  async remove(name: string, ifMatch: string | undefined, who: Principal): Promise<{ deleted: true }> {
    await this.rows.change(name, async (turn) => {
      const { before } = turn;
      if (before === null || !maySee(before, who)) throw this.notFound(name);
      this.requireChangeable(before, ifMatch, who);
      await turn.remove(before, who.id, this.clock.now());
    });
    return { deleted: true };
  }

  /** Every version, newest first, of a deleted one too. */
  async history(name: string, who: Principal): Promise<{ items: readonly object[] }> {
    const items = await this.rows.versions(name, who);
    if (items.length === 0) throw this.notFound(name);
    return { items };
  }

  private async putIn(
    turn: Turn<D>,
    { name, definition, ifMatch, said }: PutObject<D>,
    who: Principal,
  ): Promise<StoredObject<D>> {
    const { before: there, past } = turn;
    const before = there !== null && maySee(there, who) ? there : null;
    if (before === null) requireAbsent(this.titled(name), ifMatch);
    else this.requireChangeable(before, ifMatch, who);
    const otherwise = this.kind.firstAccess?.(definition);
    const registering = { what: `${this.kind.what} "${name}"`, who, said, ...(otherwise && { otherwise }) };
    const { owner, visibility, groups } =
      before === null ? accessOfNew(name, there ?? past.access, registering) : accessOfExisting(before, registering);
    const etag = entityTag(definition);
    if (before?.etag === etag) return before;
    const [version, updatedAt] = [past.lastVersion + 1, this.clock.now()];
    const createdAt = before?.createdAt ?? updatedAt;
    const after = { name, definition, owner, visibility, groups, version, etag, createdAt, updatedAt };
    await turn.save(after, who.id, before !== null ? 'changed' : past.lastVersion === 0 ? 'created' : 'created again');
    return after;
  }

  private requireChangeable(before: StoredObject<D>, ifMatch: string | undefined, who: Principal): void {
    if (!mayShare(before, who))
      throw new ProblemError(
        'forbidden',
        `The ${this.kind.what} "${before.name}" belongs to somebody else. Save yours under another name.`,
      );
    requireMatch(this.titled(before.name), before.etag, ifMatch);
  }

  /** The one answer for a name that was never used, and for an object that the caller may not see: nobody can tell which. */
  private notFound(name: string): ProblemError {
    return new ProblemError('not-found', `There is no ${this.kind.what} "${name}".`);
  }

  /** As sentences begin: `Saved query "late"`. */
  private titled(name: string): string {
    return `${this.kind.what.charAt(0).toUpperCase()}${this.kind.what.slice(1)} "${name}"`;
  }
}

function served<D>({ name, definition, owner, version, etag, createdAt, updatedAt }: StoredObject<D>): object {
  return {
    name,
    definition,
    owner,
    version,
    etag,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}
