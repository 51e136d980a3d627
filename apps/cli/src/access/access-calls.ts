import { type AccessChange, type AccessState, type Client, OWNED_KINDS, type OwnedKind } from '@svc/contracts';
import { didYouMean } from '../command/closest-name';
import { UsageError } from '../command/usage-error';

/** How the access of one kind of object is read and changed. */
export interface AccessCalls {
  read(name: string): Promise<AccessState>;
  /** Refused when it is not as `etag` says any more. */
  change(name: string, to: AccessChange, etag: string): Promise<AccessState>;
}

/** One of the kinds that have an owner. */
export function ownedKind(text: string): OwnedKind {
  const kind = OWNED_KINDS.find((it) => it === text.toLowerCase());
  if (kind === undefined)
    throw new UsageError(`there is no kind "${text}"${didYouMean(text, OWNED_KINDS)} Kinds: ${OWNED_KINDS.join(', ')}`);
  return kind;
}

export function accessCalls(client: Client, kind: OwnedKind): AccessCalls {
  switch (kind) {
    case 'dataset':
      return {
        read: (name) => client.getDatasetAccess({ params: { name } }),
        change: (name, body, etag) => client.shareDataset({ params: { name }, body, if_match: etag }),
      };
    case 'derivation':
      return {
        read: (name) => client.getDerivationAccess({ params: { name } }),
        change: (name, body, etag) => client.shareDerivation({ params: { name }, body, if_match: etag }),
      };
    case 'metric':
      return {
        read: (name) => client.getMetricAccess({ params: { name } }),
        change: (name, body, etag) => client.shareMetric({ params: { name }, body, if_match: etag }),
      };
    case 'dashboard':
      return {
        read: (name) => client.getDashboardAccess({ params: { name } }),
        change: (name, body, etag) => client.shareDashboard({ params: { name }, body, if_match: etag }),
      };
    case 'query':
      return {
        read: (name) => client.getSavedQueryAccess({ params: { name } }),
        change: (name, body, etag) => client.shareSavedQuery({ params: { name }, body, if_match: etag }),
      };
  }
}
