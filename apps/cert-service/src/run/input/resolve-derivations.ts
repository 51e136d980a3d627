import { Injectable } from '@nestjs/common';
import type { CertifiedSource, Principal } from '@svc/contracts';
import type { Leased } from '@svc/platform';
import { CertifiedNow } from './certified-now';
import type { Standing } from '../run';

/** Resolves derivation names to their current rows: for metrics, SQL and other derivations. */
@Injectable()
export class ResolveDerivations {
  constructor(private readonly certifiedNow: CertifiedNow) {}

  /** Names that are unknown, or that `who` may not see, are listed, not refused: the caller knows what they mean to it. */
  async resolve(
    names: readonly string[],
    who: Principal,
  ): Promise<{ sources: Record<string, CertifiedSource>; missing: string[] }> {
    return (await this.leasable(names, who)).value;
  }

  /**
   * The same, with what it depends on. Only what is certified can be leased: damage in storage is repaired without a word, and
   * what is hidden must take as long as what is missing, also the second time.
   */
  async leasable(
    names: readonly string[],
    who: Principal,
  ): Promise<Leased<{ sources: Record<string, CertifiedSource>; missing: string[] }>> {
    const { standings, dependsOn } = await this.certifiedNow.sources(names, who);
    const sources = Object.fromEntries([...standings].map(([name, now]) => [name, certifiedSource(name, now)]));
    const missing = names.filter((name) => !Object.hasOwn(sources, name));
    const standing = missing.length === 0 && Object.values(sources).every(isComplete);
    return { value: { sources, missing }, topics: standing ? dependsOn : null };
  }
}

function isComplete({ certified, certificate_digest }: CertifiedSource): boolean {
  return certified && certificate_digest !== null;
}

function certifiedSource(derivation: string, now: Standing): CertifiedSource {
  return {
    derivation,
    certified: now.certified,
    reason: now.reason,
    damaged: !now.certified && now.damaged,
    run: now.run?.run.id ?? null,
    verdict: now.run?.run.verdict ?? null,
    table: now.run?.table ?? null,
    params: now.run?.run.params ?? {},
    certificate_digest: now.run?.run.certificate_digest ?? null,
    as_of: now.run?.run.finished_at ?? null,
  };
}
