import { z } from 'zod';
import type { Scope } from '../access/access';
import { endpoint } from '../endpoint/endpoint';
import { objectName } from '../json';
import { accessChange, accessState } from './object-access';

const byName = z.strictObject({ name: objectName });

interface OwnedKindOptions<K extends string> {
  /** What paths, audit records and the command line call it: `metric`. */
  readonly kind: K;
  /** Of the collection: `/api/metrics`. */
  readonly path: string;
  /** `svc.<service>.<noun>`. */
  readonly subject: string;
  /** The scope needed to read a visible object. */
  readonly reads: Scope;
}

/** A kind of object with an owner, and its operations on access, the same for every kind. */
export function ownedKind<const K extends string>({ kind, path: collection, subject, reads }: OwnedKindOptions<K>) {
  const path = `${collection}/{name}/access`;
  const target = { type: kind, param: 'name' } as const;
  return {
    kind,
    reads,
    read: endpoint({
      name: `${kind}.access`,
      summary: `The owner and visibility of the ${kind}`,
      method: 'GET',
      path,
      subject: `${subject}.access`,
      params: byName,
      response: accessState,
      problems: ['not-found'],
      access: 'authenticated',
      target,
      etag: (it) => it.etag,
    }),
    share: endpoint({
      name: `${kind}.share`,
      summary: `Sets who sees the ${kind}, or transfers it to another owner; for its owner and admins`,
      method: 'PUT',
      path,
      subject: `${subject}.share`,
      ifMatch: true,
      params: byName,
      body: accessChange,
      response: accessState,
      problems: ['not-found', 'forbidden', 'precondition-failed', 'precondition-required'],
      access: { scope: 'access:manage' },
      target,
      records: ['visibility', 'groups', 'owner'],
      names: ['owner'],
      etag: (it) => it.etag,
    }),
  };
}

export type OwnedKindParts = ReturnType<typeof ownedKind>;
