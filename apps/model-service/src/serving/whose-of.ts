import type { Principal } from '@svc/contracts';
import type { StoredModel } from '../model/model';
import type { Whose } from './serving.ports';

/**
 * Payloads are other people's data: the owner of the model and admins see all of them, everybody else their own. Those of an
 * earlier model of the same name are nobody's.
 */
export function whoseOf({ owner, createdAt }: StoredModel, { id, role }: Principal): Whose {
  return { caller: owner === id || role === 'admin' ? null : id, since: createdAt };
}
