import { ProblemError } from '@svc/contracts';
import type { DerivationStore, StoredDerivation } from './derivation.ports';

/** The derivation of that name, or `not-found`. */
export async function findDerivation(derivations: DerivationStore, name: string): Promise<StoredDerivation> {
  const found = await derivations.find(name);
  if (found === null) throw new ProblemError('not-found', `There is no derivation "${name}". See: svc derivation list.`);
  return found;
}
