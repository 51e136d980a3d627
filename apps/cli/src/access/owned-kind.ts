import { OWNED_KINDS, type OwnedKind } from '@svc/contracts';
import { didYouMean } from '@svc/closest-name';
import { UsageError } from '../command/usage-error';

/** One of the kinds that have an owner. */
export function ownedKind(text: string): OwnedKind {
  const kind = OWNED_KINDS.find((it) => it === text.toLowerCase());
  if (kind === undefined)
    throw new UsageError(`there is no kind "${text}"${didYouMean(text, OWNED_KINDS)} Kinds: ${OWNED_KINDS.join(', ')}`);
  return kind;
}
