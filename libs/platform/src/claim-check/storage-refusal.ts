import { ProblemError } from '@svc/contracts';
import type { ClaimCheckStore } from './claim-check-store';

const REPAIR =
  'It is not used until it is repaired: store the same content again (upload the same file, or `svc derivation run <name> --force`), or restore the object from a backup. `svc doctor` lists what is damaged.';

/**
 * The refusal for stored bytes that the warehouse does not return, by the codes of its errors: `object-corrupt` for
 * what was changed, and for what is missing. `what` names the content in the caller's words: `The rows of
 * "departures"`. Any other error comes back as it is.
 */
export function storageRefusal(error: unknown, what: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'object-corrupt')
    return new ProblemError('object-corrupt', `${what}: damaged in storage. ${messageOf(error)} ${REPAIR}`, {
      cause: error,
    });
  if (code === 'no-such-object')
    return new ProblemError('object-corrupt', `${what}: not in storage. ${messageOf(error)} ${REPAIR}`, {
      cause: error,
    });
  return error;
}

/** The store, with its errors turned into problems. */
export function refusingStore(store: ClaimCheckStore): ClaimCheckStore {
  return {
    put: (content) => store.put(content),
    discard: (object) => store.discard(object),
    open: (object) =>
      store.open(object).catch((error: unknown) => {
        throw storageRefusal(error, 'The answer or file');
      }),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
