export { CLAIM_CHECKS, CONFIG, LOGGER, SERVICE } from './boot/tokens';
export { type ClaimCheckStore } from './claim-check/claim-check-store';
export { platformConfig, type PlatformConfig } from './config/platform-config';
export { Readiness, type ReadinessCheck, type ReadinessReport } from './health/readiness';
export { type CallContext } from './rpc/call-context';
