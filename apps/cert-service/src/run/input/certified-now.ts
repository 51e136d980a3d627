import { Inject, Injectable } from '@nestjs/common';
import { DEFAULT_SET, parseSource, type Principal, sourceOf } from '@svc/contracts';
import type { Warehouse } from '@svc/warehouse';
import { DERIVATION_STORE, type DerivationStore, type StoredDerivation } from '../../definition/derivation.ports';
import { WAREHOUSE } from '../../warehouse';
import type { Standing, StoredRun } from '../run';
import { RUN_STORE, type RunStore } from '../run.ports';
import { type Chain, derivationInputs, type ReadRows, readKey, StandingInChain } from './standing-in-chain';

/** How sources stand, and the derivations at which that was looked up, whether they exist or not: while none of them changes, it stays. */
export interface StandingSources {
  readonly standings: ReadonlyMap<string, Standing>;
  readonly dependsOn: readonly string[];
}

/**
 * Whether derivations are certified now, including everything they depend on. Nothing of it is stored, so a withdrawal affects
 * everything downstream from the moment it is recorded, or damage is found.
 */
@Injectable()
export class CertifiedNow {
  constructor(
    @Inject(DERIVATION_STORE) private readonly derivations: DerivationStore,
    @Inject(RUN_STORE) private readonly runs: RunStore,
    @Inject(WAREHOUSE) private readonly warehouse: Pick<Warehouse, 'damages'>,
  ) {}

  async one(derivation: StoredDerivation, who: Principal, set = DEFAULT_SET): Promise<Standing> {
    const chain = await this.below([derivation], [sourceOf(derivation.manifest.name, set)]);
    return new StandingInChain(chain, who).of(derivation, set);
  }

  /** Null where `who` sees no such derivation. */
  async named(source: string, who: Principal): Promise<Standing | null> {
    return (await this.sources([source], who)).standings.get(source) ?? null;
  }

  /** By the requested names; those that `who` may not see are left out. */
  async sources(names: readonly string[], who: Principal): Promise<StandingSources> {
    const asked = names.map((name) => ({ name, ...parseSource(name) }));
    const found = await this.derivations.findAll([...new Set(asked.map((it) => it.derivation))], who);
    const byName = new Map(found.map((it) => [it.manifest.name, it]));
    const seen = asked.filter((it) => byName.has(it.derivation));
    const chain = await this.below(
      found,
      seen.map((it) => sourceOf(it.derivation, it.set)),
    );
    const judge = new StandingInChain(chain, who);
    const standings = new Map(
      seen.flatMap(({ name, derivation, set }) => {
        const stored = byName.get(derivation);
        return stored === undefined ? [] : [[name, judge.of(stored, set)] as const];
      }),
    );
    return { standings, dependsOn: chain.dependsOn };
  }

  /** The standing of each parameter set of a derivation, in order. */
  async sets(derivation: StoredDerivation, sets: readonly string[], who: Principal): Promise<Standing[]> {
    const chain = await this.below(
      [derivation],
      sets.map((set) => sourceOf(derivation.manifest.name, set)),
    );
    const judge = new StandingInChain(chain, who);
    return sets.map((set) => judge.of(derivation, set));
  }

  /** In the order of `derivations`. */
  async all(
    derivations: readonly StoredDerivation[],
    who: Principal,
  ): Promise<{ readonly derivation: StoredDerivation; readonly now: Standing }[]> {
    const names = derivations.map((it) => it.manifest.name);
    const judge = new StandingInChain(await this.below(derivations, names), who);
    return derivations.map((derivation) => ({ derivation, now: judge.of(derivation) }));
  }

  /** Two queries for each level of inputs, and one in total for derivations that read datasets only. */
  private async below(
    derivations: readonly StoredDerivation[],
    sources: readonly string[],
  ): Promise<Chain & Pick<StandingSources, 'dependsOn'>> {
    const known = new Map(derivations.map((it) => [it.manifest.name, it]));
    const newest = new Map<string, StoredRun>();
    const asked = new Set(sources);
    for (let level = [...asked]; level.length > 0;) {
      for (const [source, run] of await this.runs.newestOf(level)) newest.set(source, run);
      const names = level.map((it) => parseSource(it).derivation);
      const unknown = [...new Set(names)].filter((it) => !known.has(it));
      for (const it of await this.derivations.inForce(unknown)) known.set(it.manifest.name, it);
      const refs = names.flatMap((name) => known.get(name) ?? []).flatMap(({ manifest }) => derivationInputs(manifest));
      level = [...new Set(refs.map(([, source]) => source))].filter((it) => !asked.has(it));
      for (const source of level) asked.add(source);
    }
    const [withdrawn, damages] = await Promise.all([this.withdrawn(known, newest), this.warehouse.damages()]);
    const dependsOn = [...new Set([...asked].map((it) => parseSource(it).derivation))];
    return { derivations: known, newest, withdrawn, damaged: new Map(damages.map((it) => [it.object, it])), dependsOn };
  }

  /** Rows that were read and replaced since may have been revoked; the newest are judged as they are. */
  private async withdrawn(
    known: ReadonlyMap<string, StoredDerivation>,
    newest: ReadonlyMap<string, StoredRun>,
  ): Promise<Chain['withdrawn']> {
    const replaced = [...newest].flatMap(([above, { run }]) => {
      const manifest = known.get(parseSource(above).derivation)?.manifest;
      if (manifest === undefined) return [];
      return derivationInputs(manifest).flatMap(([input, source]): ReadRows[] => {
        const dataHash = run.inputs[input];
        if (dataHash === undefined || dataHash === newest.get(source)?.table?.data_hash) return [];
        return [{ derivation: parseSource(source).derivation, dataHash }];
      });
    });
    const revoked = await Promise.all(
      replaced.map(async (it) => [readKey(it), await this.runs.revocationOf(it)] as const),
    );
    return new Map(revoked.flatMap(([key, it]) => (it === null ? [] : [[key, it]])));
  }
}
