import { Inject, Injectable } from '@nestjs/common';
import type { Derivation, getDerivation, listRuns, Principal, RequestOf, ResponseOf, Run } from '@svc/contracts';
import { keyBefore, pageOf, type Page } from '@svc/platform';
import { RUN_STORE, type RunStore } from '../run/run.ports';
import { DERIVATION_STORE, type DerivationStore } from '../definition/derivation.ports';
import { findDerivation } from '../definition/find-derivation';
import { PresentDerivation } from './present-derivation';

type HistoryPage = RequestOf<typeof listRuns>['query'];

/** Derivations and their history, for readers. */
@Injectable()
export class ReadDerivations {
  constructor(
    @Inject(DERIVATION_STORE) private readonly derivations: DerivationStore,
    @Inject(RUN_STORE) private readonly runs: RunStore,
    private readonly present: PresentDerivation,
  ) {}

  async get(name: string, who: Principal): Promise<ResponseOf<typeof getDerivation>> {
    const stored = await findDerivation(this.derivations, name, who);
    const [derivation, parameter_sets] = await Promise.all([
      this.present.one(stored, who),
      this.present.sets(stored, who),
    ]);
    return { ...derivation, source: stored.source, parameter_sets };
  }

  async list(limit: number, cursor: string | undefined, who: Principal): Promise<Page<Derivation>> {
    const found = await this.derivations.page(keyBefore(cursor), limit + 1, who);
    const page = pageOf(
      found,
      limit,
      (it) => it.manifest.name,
      (it) => it,
    );
    return { ...page, items: await this.present.all(page.items, who) };
  }

  /** The derivations that read a dataset, regardless of owner. */
  async readersOf(dataset: string, who: Principal): Promise<{ seen: string[]; unseen: number }> {
    const { seen, unseen } = await this.derivations.dependents('dataset', dataset, who);
    return { seen: [...seen], unseen };
  }

  async history(name: string, { set, limit, cursor }: HistoryPage, who: Principal): Promise<Page<Run>> {
    await findDerivation(this.derivations, name, who);
    const runs = await this.runs.page(name, set ?? null, keyBefore(cursor), limit + 1);
    return pageOf(
      runs,
      limit,
      (it) => it.run.id,
      (it) => it.run,
    );
  }
}
