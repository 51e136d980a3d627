import { type Principal, ProblemError } from '@svc/contracts';
import type { DerivationStore, StoredDerivation } from './derivation.ports';

/**
 * The derivation of that name, or `not-found`, also for callers who may not see it. Every access to a derivation goes
 * through here.
 */
export async function findDerivation(
  derivations: DerivationStore,
  name: string,
  who: Principal,
): Promise<StoredDerivation> {
  const found = await derivations.find(name, who);
  if (found === null)
    throw new ProblemError('not-found', `There is no derivation "${name}". See: svc derivation list.`);
  return found;
}
