import type { Principal } from '@svc/contracts';
import type { Whose } from './serving.ports';

/** Payloads are other people's data: the owner of the model and admins see all of them, everybody else their own. */
export function whoseOf(owner: string, { id, role }: Principal): Whose {
  return owner === id || role === 'admin' ? 'everybody' : { caller: id };
}
