import type { ObjectAccess } from '@svc/contracts';

/** What is left of a name that was used before. */
export interface Past {
  /** 0 when it never was. */
  readonly lastVersion: number;
  /** Who saw it, when it is deleted: its history is kept. */
  readonly access: ObjectAccess | null;
}
