import { CHAMPION, type Verdict } from '@svc/contracts';

/** The versions of a model that there are, and which of them the aliases name. */
export interface Registry {
  /** The highest number ever given, of deleted versions too. */
  readonly lastNumber: number;
  readonly versions: ReadonlySet<number>;
  readonly aliases: ReadonlyMap<string, number>;
}

/** What can happen to them. */
export type RegistryAct =
  | { readonly kind: 'trained'; readonly verdict: Verdict }
  | { readonly kind: 'promote'; readonly alias: string; readonly version: number }
  | { readonly kind: 'release'; readonly alias: string }
  | { readonly kind: 'delete-version'; readonly version: number }
  | { readonly kind: 'delete-model' };

/** What others are told of it, in this order. */
export type RegistryEvent =
  | { readonly type: 'model_version.created'; readonly version: number }
  | {
      readonly type: 'alias.updated';
      readonly alias: string;
      /** Null when it was taken away. */
      readonly version: number | null;
      readonly previous: number | null;
    }
  | { readonly type: 'model_version.deleted'; readonly version: number }
  | { readonly type: 'registered_model.deleted' };

export type RegistryRefusal =
  | { readonly refused: 'no-such-version'; readonly version: number }
  | { readonly refused: 'named-by-alias'; readonly version: number; readonly aliases: readonly string[] };

/** What becomes of the registry, or why nothing does. */
export type RegistryOutcome = { readonly after: Registry; readonly events: readonly RegistryEvent[] } | RegistryRefusal;

export const EMPTY_REGISTRY: Registry = { lastNumber: 0, versions: new Set(), aliases: new Map() };

/**
 * The transitions of a model (specification, section 3). A version becomes champion without a person in one case alone:
 * the oracle found its data sound and no version is champion. Nothing else ever moves an alias that somebody has.
 */
export function decide(before: Registry, act: RegistryAct): RegistryOutcome {
  switch (act.kind) {
    case 'trained':
      return trained(before, act.verdict);
    case 'promote':
      return before.versions.has(act.version)
        ? moved(before, act.alias, act.version)
        : { refused: 'no-such-version', version: act.version };
    case 'release':
      return moved(before, act.alias, null);
    case 'delete-version':
      return deletedVersion(before, act.version);
    case 'delete-model':
      return {
        after: { ...EMPTY_REGISTRY, lastNumber: before.lastNumber },
        events: [{ type: 'registered_model.deleted' }],
      };
  }
}

function trained(before: Registry, verdict: Verdict): RegistryOutcome {
  const version = before.lastNumber + 1;
  const added = { ...before, lastNumber: version, versions: new Set([...before.versions, version]) };
  const created: RegistryEvent = { type: 'model_version.created', version };
  if (verdict !== 'sound' || before.aliases.has(CHAMPION)) return { after: added, events: [created] };
  const crowned = moved(added, CHAMPION, version);
  return { after: crowned.after, events: [created, ...crowned.events] };
}

function moved(
  before: Registry,
  alias: string,
  version: number | null,
): { readonly after: Registry; readonly events: readonly RegistryEvent[] } {
  const previous = before.aliases.get(alias) ?? null;
  if (previous === version) return { after: before, events: [] };
  const aliases = new Map(before.aliases);
  if (version === null) aliases.delete(alias);
  else aliases.set(alias, version);
  return { after: { ...before, aliases }, events: [{ type: 'alias.updated', alias, version, previous }] };
}

function deletedVersion(before: Registry, version: number): RegistryOutcome {
  if (!before.versions.has(version)) return { refused: 'no-such-version', version };
  const aliases = aliasesOf(before, version);
  if (aliases.length > 0) return { refused: 'named-by-alias', version, aliases };
  const versions = new Set([...before.versions].filter((it) => it !== version));
  return { after: { ...before, versions }, events: [{ type: 'model_version.deleted', version }] };
}

/** The aliases that name a version, by name. */
export function aliasesOf({ aliases }: Pick<Registry, 'aliases'>, version: number): string[] {
  return [...aliases].flatMap(([alias, at]) => (at === version ? [alias] : [])).sort();
}
