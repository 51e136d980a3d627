import { ProblemError } from '@svc/contracts';
import type { StoredRun } from '../run/run';

/** A revoked certificate is not served and matches nothing: `revoked` says who revoked it, when and why. */
export function refuseRevoked(derivation: string, { run: { id, revoked } }: StoredRun): void {
  if (revoked === null) return;
  throw new ProblemError(
    'revoked',
    `The certificate of "${derivation}" for run ${id} was revoked by ${revoked.by} at ${revoked.at}: ${revoked.reason}`,
    { data: { outcome: 'revoked', run: id, revoked: { ...revoked } } },
  );
}
