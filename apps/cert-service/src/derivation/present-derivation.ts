import { Inject, Injectable } from '@nestjs/common';
import type { Derivation } from '@svc/contracts';
import { standing, type StoredRun } from '../run/run';
import { RUN_STORE, type RunStore } from '../run/run.ports';
import type { StoredDerivation } from './derivation.ports';

/** A derivation as served: what it declares and how it stands now. */
@Injectable()
export class PresentDerivation {
  constructor(@Inject(RUN_STORE) private readonly runs: RunStore) {}

  async one(derivation: StoredDerivation): Promise<Derivation> {
    return presented(derivation, await this.runs.newest(derivation.manifest.name));
  }

  async all(derivations: readonly StoredDerivation[]): Promise<Derivation[]> {
    const newest = await this.runs.newestOf(derivations.map((it) => it.manifest.name));
    return derivations.map((it) => presented(it, newest.get(it.manifest.name) ?? null));
  }
}

function presented(stored: StoredDerivation, newest: StoredRun | null): Derivation {
  const { certified, reason } = standing(newest, stored.manifest);
  return {
    ...stored.manifest,
    origin: stored.origin,
    owner: stored.owner,
    etag: stored.etag,
    certification: { certified, reason, certificate_digest: newest?.run.certificate_digest ?? null },
    newest_run: newest?.run ?? null,
    created_at: stored.createdAt.toISOString(),
    updated_at: stored.updatedAt.toISOString(),
  };
}
