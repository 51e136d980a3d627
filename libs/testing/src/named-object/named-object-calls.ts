import {
  type AccessState,
  type Endpoint,
  type firstAccess,
  firstAccessQuery,
  objectAccess,
  type OwnedKind,
  type OwnedNoun,
  OWNED_KINDS,
  ownedNounOf,
  type Principal,
  type RequestInput,
} from '@svc/contracts';
import { z } from 'zod';
import { CALLERS } from '../callers';

/** A service under test that keeps named objects of some kind. */
export interface KeepsNamedObjects {
  /** Calls the service as the gateway does. */
  ask(endpoint: Endpoint, request: RequestInput<Endpoint>, who: Principal): Promise<unknown>;
  /** What a put of that name takes; another `n` is another definition. May prepare what the definition needs. */
  body(name: string, n: number): unknown;
  /** Puts it, where that takes more than its body and its name in the path. */
  put?(name: string, n: number, query: Said, who: Principal): Promise<unknown>;
}

/** The query with which a registration says who sees a new object. */
export type Said = z.input<typeof firstAccess>;

const listed = z.looseObject({
  items: z.array(z.looseObject({ name: z.string() })),
  next_cursor: z.string().nullable(),
});
const exported = z.looseObject({ access: objectAccess });
const versions = z.looseObject({ items: z.array(z.looseObject({})) });

/** The operations that every kind of named object has, by what they do, as whoever they are asked. */
export class NamedObjectCalls {
  readonly noun: OwnedNoun;

  constructor(
    readonly kind: OwnedKind,
    private readonly service: KeepsNamedObjects,
  ) {
    this.noun = ownedNounOf(kind);
  }

  /** As `who`, ada unless told otherwise. Names no version unless given one. */
  async put(
    name: string,
    {
      n = 0,
      said = {},
      ifMatch,
      who = CALLERS.owner,
    }: { n?: number; said?: Said; ifMatch?: string; who?: Principal } = {},
  ): Promise<unknown> {
    if (this.service.put !== undefined) return this.service.put(name, n, said, who);
    return this.ask(this.noun.life.put, name, who, { query: said, body: this.service.body(name, n), ifMatch });
  }

  get(name: string, who: Principal = CALLERS.owner): Promise<unknown> {
    return this.ask(this.noun.life.get, name, who);
  }

  /** The tag that a change must name; a number of its own where the kind has none. */
  async etag(name: string): Promise<string> {
    return this.noun.life.get.etag?.(await this.get(name)) ?? '*';
  }

  async access(name: string, who: Principal = CALLERS.owner): Promise<AccessState> {
    const { read } = this.noun.owned;
    return read.response.parse(await this.ask(read, name, who));
  }

  share(
    name: string,
    change: { visibility: string; groups?: string[]; owner?: string },
    { ifMatch, who = CALLERS.owner }: { ifMatch?: string; who?: Principal } = {},
  ): Promise<unknown> {
    return this.ask(this.noun.owned.share, name, who, { body: change, ifMatch });
  }

  remove(name: string, { ifMatch, who = CALLERS.owner }: { ifMatch?: string; who?: Principal } = {}): Promise<unknown> {
    return this.ask(this.noun.life.remove, name, who, { ifMatch });
  }

  async history(name: string, who: Principal = CALLERS.owner): Promise<readonly object[]> {
    return versions.parse(await this.ask(this.noun.life.history, name, who)).items;
  }

  export(name: string, who: Principal = CALLERS.owner): Promise<unknown> {
    return this.ask(this.noun.exports.by, name, who);
  }

  /** Puts what was exported, with who saw it; for kinds whose documents lack a part of it, what was put before (`n` is 0). */
  async restore(name: string, document: unknown): Promise<void> {
    const { body } = this.noun.exports;
    const said = firstAccessQuery(exported.parse(document).access);
    if (body === undefined) await this.put(name, { said });
    else await this.ask(this.noun.life.put, name, CALLERS.owner, { query: said, body: body(document) });
  }

  async page(who: Principal, query: Readonly<Record<string, unknown>>): Promise<z.output<typeof listed>> {
    return listed.parse(await this.service.ask(this.noun.life.list, { params: {}, query, body: undefined }, who));
  }

  /** Every name that `who` is shown, over as many pages as it takes. */
  async names(who: Principal, limit = 500): Promise<string[]> {
    const names: string[] = [];
    for (let cursor: string | null = null, more = true; more; more = cursor !== null) {
      const page = await this.page(who, cursor === null ? { limit } : { limit, cursor });
      names.push(...page.items.map((it) => it.name));
      cursor = page.next_cursor;
    }
    return names;
  }

  private ask(
    endpoint: Endpoint | undefined,
    name: string,
    who: Principal,
    { query = {}, body, ifMatch }: { query?: object; body?: unknown; ifMatch?: string | undefined } = {},
  ): Promise<unknown> {
    if (endpoint === undefined) throw new Error(`a ${this.kind} has no such operation`);
    const request = { params: { name }, query: { ...query }, body };
    return this.service.ask(endpoint, ifMatch === undefined ? request : { ...request, if_match: ifMatch }, who);
  }
}

/** The operations that the conformance suite asks of every kind: those of their lives and of their sharing. */
export function lifeEndpoints(): ReadonlySet<Endpoint> {
  return new Set(
    OWNED_KINDS.map(ownedNounOf).flatMap(({ owned, life, exports }) =>
      [exports.by, owned.read, owned.share, life.list, life.get, life.put, life.remove, life.history].filter(
        (it) => it !== undefined,
      ),
    ),
  );
}
