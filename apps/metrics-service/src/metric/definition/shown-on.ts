import type { ObjectAccess } from '@svc/contracts';

/** A published dashboard, and who sees it. */
export type ShownOn = ObjectAccess & { readonly name: string };
