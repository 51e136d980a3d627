import type { ObjectAccess } from '@svc/contracts';

/** A published dashboard, and its access. */
export type ShownOn = ObjectAccess & { readonly name: string };
