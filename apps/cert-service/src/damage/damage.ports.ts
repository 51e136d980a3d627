import type { Damage } from '@svc/warehouse';

/** Which damage the audit log has been told of. */
export interface DamageRegister {
  /** Keeps each once, however often and from how many replicas it is reported, and has it announced in the same transaction. */
  report(damages: readonly Damage[]): Promise<void>;
}
export const DAMAGE_REGISTER = Symbol('DamageRegister');
