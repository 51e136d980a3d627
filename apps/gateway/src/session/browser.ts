import type { Principal } from '@svc/contracts';

/** What operations on sessions know of the browser that calls: they are answered where its cookies and address are. */
export interface Browser {
  readonly address: string;
  readonly principal: Principal | null;
  /** The secret of the session that it is signed in with; null without one. */
  readonly session: string | null;
  /** The secret of a device that somebody signed in with before. */
  readonly device: string | null;
  /** The secret of its visit to the identity provider. */
  readonly visit: string | null;
  /** The query string as it was sent. */
  readonly query: string;
  /** Says whom this is about, for the audit record. Only of users there are: anything else a stranger typed. */
  concerns(login: string): void;
}
