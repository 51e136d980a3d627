import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '@svc/contracts';
import type { Warehouse } from '@svc/warehouse';
import { DERIVATION_STORE, type DerivationStore, type StoredDerivation } from '../definition/derivation.ports';
import { WAREHOUSE } from '../warehouse';
import type { Standing, StoredRun } from './run';
import { RUN_STORE, type RunStore } from './run.ports';
import {
  type Chain,
  derivationInputs,
  derivationsBelow,
  type ReadRows,
  readKey,
  StandingInChain,
} from './standing-in-chain';

/**
 * Whether derivations are certified now, with everything they stand on. Nothing of it is stored, so a withdrawal holds
 * for everything above it from the moment it is recorded, or damage is found.
 */
@Injectable()
export class CertifiedNow {
  constructor(
    @Inject(DERIVATION_STORE) private readonly derivations: DerivationStore,
    @Inject(RUN_STORE) private readonly runs: RunStore,
    @Inject(WAREHOUSE) private readonly warehouse: Pick<Warehouse, 'damages'>,
  ) {}

  async one(derivation: StoredDerivation, who: Principal): Promise<Standing> {
    const chain = await this.below([derivation]);
    return new StandingInChain(chain, who).of(derivation);
  }

  /** Null where there is no such derivation for `who`. */
  async named(name: string, who: Principal): Promise<Standing | null> {
    const [found] = await this.all(await this.derivations.findAll([name], who), who);
    return found?.now ?? null;
  }

  /** In the order of `derivations`. */
  async all(
    derivations: readonly StoredDerivation[],
    who: Principal,
  ): Promise<{ readonly derivation: StoredDerivation; readonly now: Standing }[]> {
    const judge = new StandingInChain(await this.below(derivations), who);
    return derivations.map((derivation) => ({ derivation, now: judge.of(derivation) }));
  }

  /** Two queries for each level of inputs, and one in all for derivations that stand on datasets only. */
  private async below(derivations: readonly StoredDerivation[]): Promise<Chain> {
    const known = new Map(derivations.map((it) => [it.manifest.name, it]));
    const newest = new Map<string, StoredRun>();
    const asked = new Set(known.keys());
    for (let level = derivations; level.length > 0;) {
      for (const [name, run] of await this.runs.newestOf(level.map((it) => it.manifest.name))) newest.set(name, run);
      const refs = level.flatMap(({ manifest }) => derivationsBelow(manifest));
      const next = [...new Set(refs)].filter((it) => !asked.has(it));
      for (const name of next) asked.add(name);
      level = await this.derivations.inForce(next);
      for (const derivation of level) known.set(derivation.manifest.name, derivation);
    }
    const [withdrawn, damages] = await Promise.all([this.withdrawn(known, newest), this.warehouse.damages()]);
    return { derivations: known, newest, withdrawn, damaged: new Map(damages.map((it) => [it.object, it])) };
  }

  /** Rows that were read and have been replaced since may have been revoked; the newest are judged as what they are. */
  private async withdrawn(
    known: ReadonlyMap<string, StoredDerivation>,
    newest: ReadonlyMap<string, StoredRun>,
  ): Promise<Chain['withdrawn']> {
    const replaced = [...known.values()].flatMap(({ manifest }) =>
      derivationInputs(manifest).flatMap(([input, derivation]): ReadRows[] => {
        const dataHash = newest.get(manifest.name)?.run.inputs[input];
        return dataHash === undefined || dataHash === newest.get(derivation)?.table?.data_hash
          ? []
          : [{ derivation, dataHash }];
      }),
    );
    const revoked = await Promise.all(
      replaced.map(async (it) => [readKey(it), await this.runs.revocationOf(it)] as const),
    );
    return new Map(revoked.flatMap(([key, it]) => (it === null ? [] : [[key, it]])));
  }
}
