import type { Principal } from '@svc/contracts';

/** What session operations know of the calling browser: they run in the process that has its cookies and address. */
export interface Browser {
  readonly address: string;
  readonly principal: Principal | null;
  /** The secret of the session that it is signed in with; null without one. */
  readonly session: string | null;
  /** The secret of a known device. */
  readonly device: string | null;
  /** The secret of its visit to the identity provider. */
  readonly visit: string | null;
  /** The query string as it was sent. */
  readonly query: string;
  /** Names the user concerned, for the audit record. Only users that exist: anything else was typed by a stranger. */
  concerns(login: string): void;
}
