/** Injects the parsed environment (`PlatformConfig` or the service's extension of it). */
export const CONFIG = Symbol('svc.config');
/** Injects the service's name, a `ServiceName`. */
export const SERVICE = Symbol('svc.service');
/** Injects the pino `Logger` of the service. */
export const LOGGER = Symbol('svc.logger');
/** Injects the `ClaimCheckStore`, or null when the composition root gave none. */
export const CLAIM_CHECKS = Symbol('svc.claim-checks');
