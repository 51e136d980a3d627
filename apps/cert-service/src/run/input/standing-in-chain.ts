import {
  DEFAULT_SET,
  type Manifest,
  maySee,
  parseSource,
  type Principal,
  type Revocation,
  sourceOf,
} from '@svc/contracts';
import type { Damage } from '@svc/warehouse';
import type { StoredDerivation } from '../../definition/derivation.ports';
import { type Cause, type Standing, standing, type StoredRun } from '../run';

/** Derivations with everything they depend on, as it is now. */
export interface Chain {
  /** By name. */
  readonly derivations: ReadonlyMap<string, StoredDerivation>;
  /** By source: the derivation's name, with the parameter set where it is not the default. */
  readonly newest: ReadonlyMap<string, StoredRun>;
  /** Revocations of rows that were read and are no longer the newest; the key is {@link readKey}. */
  readonly withdrawn: ReadonlyMap<string, Revocation>;
  /** Stored objects that are damaged now, by their names. */
  readonly damaged: ReadonlyMap<string, Damage>;
}

/** Rows of a derivation that another one has read. */
export interface ReadRows {
  readonly derivation: string;
  readonly dataHash: string;
}

/** `flights@default` is `flights`. */
function sourceKey(name: string): string {
  const { derivation, set } = parseSource(name);
  return sourceOf(derivation, set);
}

export const readKey = ({ derivation, dataHash }: ReadRows): string => `${derivation} ${dataHash}`;

/** The derivations among the declared inputs of a derivation, as sources, by input name. */
export function derivationInputs({ inputs }: Manifest): [input: string, source: string][] {
  return Object.entries(inputs).flatMap(([input, { kind, ref }]) =>
    kind === 'derivation' ? [[input, sourceKey(ref)]] : [],
  );
}

/** The derivations that a definition takes as inputs. */
export function derivationsBelow(manifest: Manifest): string[] {
  return derivationInputs(manifest).map(([, source]) => parseSource(source).derivation);
}

/**
 * Judges derivations with their dependencies: one is certified only while its rows and those that it read are undamaged
 * in storage, each derivation among its inputs is certified, and the rows of it that were read are not revoked. What `who` may not see is named only as far as the definition
 * that they see names it, and without a reason.
 */
export class StandingInChain {
  private readonly judged = new Map<string, Standing>();

  constructor(
    private readonly chain: Chain,
    private readonly who: Principal,
  ) {}

  of({ manifest }: StoredDerivation, set = DEFAULT_SET): Standing {
    const source = sourceOf(manifest.name, set);
    const known = this.judged.get(source);
    if (known !== undefined) return known;
    const own = standing(this.chain.newest.get(source) ?? null, manifest);
    // In progress while its inputs are judged, so that a cycle is detected.
    this.judged.set(source, {
      certified: false,
      run: own.run,
      reason: 'It depends on itself.',
      causes: [],
      damaged: false,
    });
    const found = own.certified ? this.withStorage(own.run, this.withInputs(manifest, own)) : own;
    this.judged.set(source, found);
    return found;
  }

  /** Damage yields to any other reason, which remains when the rows are repaired, and to upstream damage: that is repaired first. */
  private withStorage(run: StoredRun, now: Standing): Standing {
    if (!now.certified) return now;
    const rows = this.chain.damaged.get(run.table?.object ?? '');
    if (rows !== undefined)
      return overDamage(run, `Its rows are damaged in storage: ${inDetail(rows)}. Run it again to restore them.`);
    for (const [input, object] of Object.entries(run.read)) {
      const read = this.chain.damaged.get(object);
      if (read !== undefined)
        return overDamage(
          run,
          `The rows of its input "${input}" are damaged in storage: ${inDetail(read)}. Store them again.`,
        );
    }
    return now;
  }

  private withInputs(manifest: Manifest, own: Standing & { readonly certified: true }): Standing {
    const withdrawn = derivationInputs(manifest).flatMap(([input, source]) => {
      const causes = this.causesIn(source, own.run.run.inputs[input] ?? '');
      const below = this.judged.get(source);
      const damaged = below?.certified === false && below.damaged;
      return causes.length === 0 ? [] : [{ run: own.run, reason: inWords(causes), causes, damaged }];
    });
    const why = withdrawn.find((it) => !it.damaged) ?? withdrawn[0];
    return why === undefined ? own : { certified: false, ...why };
  }

  /** Why nothing may depend on those rows of it, nearest cause first; empty if certified. */
  private causesIn(source: string, dataHash: string): Cause[] {
    const { derivation, set } = parseSource(source);
    const below = this.chain.derivations.get(derivation);
    if (below === undefined) return [{ derivation: source, reason: 'It no longer exists.' }];
    const seen = maySee(below, this.who);
    const now = this.of(below, set);
    if (!now.certified) {
      if (!seen) return [{ derivation: source, reason: 'It is not certified now.' }];
      return [{ derivation: source, reason: now.reason }, ...now.causes];
    }
    const revoked = this.chain.withdrawn.get(readKey({ derivation, dataHash }));
    if (revoked === undefined) return [];
    const why = seen ? ` by ${revoked.by}: ${revoked.reason}` : '.';
    return [
      { derivation: source, reason: `The version that was read has been revoked${why} Run again to read the newest.` },
    ];
  }
}

function overDamage(run: StoredRun, reason: string): Standing {
  return { certified: false, run, reason, causes: [], damaged: true };
}

function inDetail({ object, foundAt, detail }: Damage): string {
  return `object ${object}, found ${foundAt}, ${detail}`;
}

/** `It stands on "orders", which stands on "raw_orders". Its newest verdict is unsound: …` */
function inWords(causes: readonly Cause[]): string {
  const path = causes.map(({ derivation }) => `"${derivation}"`).join(', which depends on ');
  return `It depends on ${path}. ${causes.at(-1)?.reason ?? ''}`;
}
