import { Inject, Injectable } from '@nestjs/common';
import type { CertifiedSource, Principal } from '@svc/contracts';
import { DERIVATION_STORE, type DerivationStore, type StoredDerivation } from '../derivation/derivation.ports';
import { standing, type StoredRun } from './run';
import { RUN_STORE, type RunStore } from './run.ports';

/** What derivation names stand for now: for metrics, SQL and other derivations. */
@Injectable()
export class ResolveDerivations {
  constructor(
    @Inject(DERIVATION_STORE) private readonly derivations: DerivationStore,
    @Inject(RUN_STORE) private readonly runs: RunStore,
  ) {}

  /** Names that are unknown to `who`, or not theirs to see, are listed, not refused: the caller knows what they mean to it. */
  async resolve(
    names: readonly string[],
    who: Principal,
  ): Promise<{ sources: Record<string, CertifiedSource>; missing: string[] }> {
    const found = await this.derivations.findAll(names, who);
    const newest = await this.runs.newestOf(found.map((it) => it.manifest.name));
    const sources = Object.fromEntries(
      found.map((it) => [it.manifest.name, certifiedSource(it, newest.get(it.manifest.name) ?? null)]),
    );
    return { sources, missing: names.filter((name) => !Object.hasOwn(sources, name)) };
  }
}

function certifiedSource(derivation: StoredDerivation, newest: StoredRun | null): CertifiedSource {
  const now = standing(newest, derivation.manifest);
  return {
    derivation: derivation.manifest.name,
    certified: now.certified,
    reason: now.reason,
    run: now.run?.run.id ?? null,
    verdict: now.run?.run.verdict ?? null,
    table: now.run?.table ?? null,
    certificate_digest: now.run?.run.certificate_digest ?? null,
    as_of: now.run?.run.finished_at ?? null,
  };
}
