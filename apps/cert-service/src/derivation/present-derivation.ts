import { Injectable } from '@nestjs/common';
import type { Derivation, Principal } from '@svc/contracts';
import { CertifiedNow } from '../run/certified-now';
import type { Standing } from '../run/run';
import type { StoredDerivation } from '../definition/derivation.ports';

/** A derivation as served: what it declares and how it stands now. */
@Injectable()
export class PresentDerivation {
  constructor(private readonly certifiedNow: CertifiedNow) {}

  async one(derivation: StoredDerivation, who: Principal): Promise<Derivation> {
    return presented(derivation, await this.certifiedNow.one(derivation, who));
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
