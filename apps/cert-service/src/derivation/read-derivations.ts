import { Inject, Injectable } from '@nestjs/common';
import type { Derivation, Principal, Run } from '@svc/contracts';
import { RUN_STORE, type RunStore } from '../run/run.ports';
import { DERIVATION_STORE, type DerivationStore } from './derivation.ports';
import { findDerivation } from './find-derivation';
import { PresentDerivation } from './present-derivation';

interface Page<T> {
  readonly items: T[];
  readonly next_cursor: string | null;
}

/** Derivations and their history, for readers. */
@Injectable()
export class ReadDerivations {
  constructor(
    @Inject(DERIVATION_STORE) private readonly derivations: DerivationStore,
    @Inject(RUN_STORE) private readonly runs: RunStore,
    private readonly present: PresentDerivation,
  ) {}

  async get(name: string, who: Principal): Promise<Derivation & { source: string }> {
    const stored = await findDerivation(this.derivations, name, who);
    return { ...(await this.present.one(stored, who)), source: stored.source };
  }

  async list(limit: number, cursor: string | undefined, who: Principal): Promise<Page<Derivation>> {
    const stored = await this.derivations.page(cursor ?? null, limit + 1, who);
    const shown = stored.slice(0, limit);
    return {
      items: await this.present.all(shown, who),
      next_cursor: stored.length > limit ? (shown.at(-1)?.manifest.name ?? null) : null,
    };
  }

  async history(name: string, limit: number, cursor: string | undefined, who: Principal): Promise<Page<Run>> {
    await findDerivation(this.derivations, name, who);
    const runs = await this.runs.page(name, cursor ?? null, limit + 1);
    const shown = runs.slice(0, limit).map((it) => it.run);
    return { items: shown, next_cursor: runs.length > limit ? (shown.at(-1)?.id ?? null) : null };
  }
}
