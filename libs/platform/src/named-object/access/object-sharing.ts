import type { AccessState, ObjectAccess, OwnedKindParts, Principal, RequestOf } from '@svc/contracts';
import type { CallContext } from '../../rpc/call-context';
import { changedMeanwhile } from '../precondition/if-match';
import { accessState, sharedAccess } from './object-access';

/** Where objects of one kind and their sharing are kept. */
export interface SharedObjects {
  /** The object as `who` may know it; throws `not-found` otherwise. */
  find(name: string, who: Principal): Promise<ObjectAccess>;
  /** Stores `after`, and answers true, if the sharing is still what it was `before`. */
  share(name: string, after: ObjectAccess, before: ObjectAccess): Promise<boolean>;
}

/** Says who sees an object of one kind, and whose it is. It is asked the same way for every kind. */
export class ObjectSharing {
  constructor(
    private readonly noun: string,
    private readonly objects: SharedObjects,
  ) {}

  async get(
    { params: { name } }: RequestOf<OwnedKindParts['read']>,
    { principal: who }: CallContext,
  ): Promise<AccessState> {
    return accessState(await this.objects.find(name, who));
  }

  /** Of several at once that have read the same, one wins. */
  async share(
    { params: { name }, body: change, if_match: ifMatch }: RequestOf<OwnedKindParts['share']>,
    { principal: who }: CallContext,
  ): Promise<AccessState> {
    const what = `${this.noun} "${name}"`;
    const before = await this.objects.find(name, who);
    const after = sharedAccess(what, before, { change, ifMatch, who });
    if (!(await this.objects.share(name, after, before)))
      throw changedMeanwhile(`Sharing of the ${what}`, accessState(await this.objects.find(name, who)).etag);
    return accessState(after);
  }
}
