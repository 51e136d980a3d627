import { type Principal, ProblemError } from '@svc/contracts';
import type { DerivationStore, StoredDerivation } from './derivation.ports';

/** The derivation of that name, or `not-found`: the gate of everything that is asked about one. For those who may not see it, it does not exist. */
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
