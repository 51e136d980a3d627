import { Inject, Injectable } from '@nestjs/common';
import { type AccessState, maySee, type RequestOf, type shareDataset } from '@svc/contracts';
import { accessState, type CallContext, sharedAccess } from '@svc/platform';
import { NOUN, notFound } from './not-found';
import { type KeptKind, OBJECT_ACCESS_STORE, type ObjectAccessStore } from './object-access.ports';

/** Says, and lets its owner and admins say, whose an object is and who sees it. */
@Injectable()
export class ShareObject {
  constructor(@Inject(OBJECT_ACCESS_STORE) private readonly store: ObjectAccessStore) {}

  async read(kind: KeptKind, name: string, { principal }: CallContext): Promise<AccessState> {
    const found = await this.store.find(kind, name);
    if (found === null || !maySee(found, principal)) throw notFound(kind, name);
    return accessState(found);
  }

  async share(
    kind: KeptKind,
    { params: { name }, body, if_match: ifMatch }: RequestOf<typeof shareDataset>,
    { principal }: CallContext,
  ): Promise<AccessState> {
    const after = await this.store.change(kind, name, (before) => {
      if (before === null || !maySee(before, principal)) throw notFound(kind, name);
      return sharedAccess(`${NOUN[kind]} "${name}"`, before, { change: body, ifMatch, who: principal });
    });
    return accessState(after);
  }
}
