import type { Damage } from '@svc/warehouse';

/** Damage that is in the audit log. */
export interface DamageRegister {
  /** Stores each once, however often and by however many replicas it is reported, and enqueues its announcement in the same transaction. */
  report(damages: readonly Damage[]): Promise<void>;
}
export const DAMAGE_REGISTER = Symbol('DamageRegister');
