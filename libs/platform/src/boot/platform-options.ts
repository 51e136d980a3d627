import type { ServiceName, ServiceRights } from '@svc/contracts';
import type { ClaimCheckStore } from '../claim-check/claim-check-store';
import type { PlatformConfig } from '../config/platform-config';
import type { DataOptions } from '../data/data-options';

/** What a service's composition root tells the platform. */
export interface PlatformOptions {
  readonly service: ServiceName;
  readonly config: PlatformConfig;
  /** What services may do towards each other; `SERVICE_RIGHTS` unless a test has calls of its own. */
  readonly rights?: Readonly<Record<ServiceName, ServiceRights>>;
  /** Where payloads over 256 KiB wait; without it they are refused once they no longer fit a message. */
  readonly claimChecks?: ClaimCheckStore;
  readonly entities?: DataOptions['entities'];
  /** Giving entities or migrations gives the service its schema in Postgres, and with it jobs and the outbox. */
  readonly migrations?: DataOptions['migrations'];
}
