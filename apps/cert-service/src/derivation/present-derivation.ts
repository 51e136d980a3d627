import { Inject, Injectable } from '@nestjs/common';
import type { Derivation, ParameterSet, Principal } from '@svc/contracts';
import { CertifiedNow } from '../run/input/certified-now';
import type { Standing } from '../run/run';
import { PARAMETER_SETS, type ParameterSetStore } from '../run/run.ports';
import type { StoredDerivation } from '../definition/derivation.ports';

/** A derivation as served: its declaration and its current standing. */
@Injectable()
export class PresentDerivation {
  constructor(
    private readonly certifiedNow: CertifiedNow,
    @Inject(PARAMETER_SETS) private readonly parameters: ParameterSetStore,
  ) {}

  async one(derivation: StoredDerivation, who: Principal): Promise<Derivation> {
    return presented(derivation, await this.certifiedNow.one(derivation, who));
  }

  /** The named parameter sets, by name. */
  async sets(derivation: StoredDerivation, who: Principal): Promise<ParameterSet[]> {
    const named = await this.parameters.of(derivation.manifest.name);
    const standings = await this.certifiedNow.sets(
      derivation,
      named.map((it) => it.name),
      who,
    );
    return standings.flatMap(({ certified, reason, run }, at) => {
      const set = named[at];
      if (set === undefined) return [];
      const certificate_digest = run?.run.certificate_digest ?? null;
      return [{ ...set, certification: { certified, reason, certificate_digest }, newest_run: run?.run.id ?? null }];
    });
  }

  async all(derivations: readonly StoredDerivation[], who: Principal): Promise<Derivation[]> {
    const judged = await this.certifiedNow.all(derivations, who);
    return judged.map(({ derivation, now }) => presented(derivation, now));
  }
}

function presented(stored: StoredDerivation, { certified, reason, causes, run }: Standing): Derivation {
  return {
    ...stored.manifest,
    origin: stored.origin,
    owner: stored.owner,
    author: stored.definedBy,
    etag: stored.etag,
    certification: {
      certified,
      reason,
      certificate_digest: run?.run.certificate_digest ?? null,
      causes: [...causes],
      revoked: run?.run.revoked ?? null,
    },
    newest_run: run?.run ?? null,
    created_at: stored.createdAt.toISOString(),
    updated_at: stored.updatedAt.toISOString(),
  };
}
