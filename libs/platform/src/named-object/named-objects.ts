import { mayShare, type Principal, ProblemError, type SaidAccess } from '@svc/contracts';
import type { DataSource } from 'typeorm';
import type { Clock } from '../clock/clock';
import type { CallContext } from '../rpc/call-context';
import { sharedRows } from './access/access-rows.sql';
import { admitChange, admitPut, asSeen, noSuchObject, titled } from './admit';
import { exportHead } from './export-head';
import { entityTag } from './precondition/entity-tag';
import type { NamedObjectKind, StoredObject } from './named-object';
import { NamedObjectRows, type Turn } from './named-object-rows.sql';
import { ObjectSharing } from './access/object-sharing';
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
      sharedRows(source, kind.table, (name) => noSuchObject(kind.what, name)),
    );
  }

  async list({ limit, cursor }: { limit: number; cursor?: string | undefined }, who: Principal): Promise<Page<object>> {
    const found = await this.rows.page(keyBefore(cursor), limit + 1, who);
    return pageOf(found, limit, (it) => it.name, served);
  }

  async get(name: string, who: Principal): Promise<object> {
    const found = await this.rows.find(name, who);
    if (found === null) throw noSuchObject(this.kind.what, name);
    return served(found);
  }

  /** As a document, with its history if one is kept. */
  async export(kind: string, name: string, who: Principal): Promise<object> {
    const found = await this.rows.find(name, who);
    if (found === null) throw noSuchObject(this.kind.what, name);
    const history = this.kind.history ? { history: await this.rows.versions(name, who) } : {};
    return { ...exportHead(kind, found, this.clock.now()), object: served(found), ...history };
  }

  /** Creates it, or replaces the one whose tag the caller has read. The same definition again is no new version. */
  async put(put: PutObject<D>, context: CallContext): Promise<object> {
    requireText(titled(this.kind.what, put.name), put.definition);
    await this.kind.check?.(put.definition, context);
    return served(await this.rows.change(put.name, (turn) => this.putIn(turn, put, context.principal)));
  }

  async remove(name: string, ifMatch: string | undefined, who: Principal): Promise<{ deleted: true }> {
    await this.rows.change(name, async (turn) => {
      this.requireOwn(turn.there, who);
      const before = admitChange({ what: this.kind.what, name, who, ifMatch }, turn.there, (it) => it.etag);
      await turn.remove(before, who, this.clock.now());
    });
    return { deleted: true };
  }

  /** Every version, newest first, of a deleted one too. */
  async history(name: string, who: Principal): Promise<{ items: readonly object[] }> {
    const items = await this.rows.versions(name, who);
    if (items.length === 0) throw noSuchObject(this.kind.what, name);
    return { items };
  }

  private async putIn(
    turn: Turn<D>,
    { name, definition, ifMatch, said }: PutObject<D>,
    who: Principal,
  ): Promise<StoredObject<D>> {
    this.requireOwn(turn.there, who);
    const otherwise = this.kind.firstAccess?.(definition);
    const { before, access, version, created } = admitPut(
      { what: this.kind.what, name, who, ifMatch, said, ...(otherwise && { otherwise }) },
      turn.there,
      turn.past,
      (it) => it.etag,
    );
    const etag = entityTag(definition);
    if (before?.etag === etag) return before;
    const updatedAt = this.clock.now();
    const { owner, visibility, groups } = access;
    const createdAt = before?.createdAt ?? updatedAt;
    const after = { name, definition, owner, visibility, groups, version, etag, createdAt, updatedAt };
    await turn.save(after, who, before === null ? created : 'changed');
    return after;
  }

  private requireOwn(there: StoredObject<D> | null, who: Principal): void {
    const before = asSeen(there, who);
    if (before !== null && !mayShare(before, who))
      throw new ProblemError(
        'forbidden',
        `The ${this.kind.what} "${before.name}" belongs to somebody else. Save yours under another name.`,
      );
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
