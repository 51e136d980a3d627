import type { FactoryProvider, ValueProvider } from '@nestjs/common';
import type { ServiceName, ServiceRights } from '@svc/contracts';
import type { ClaimCheckStore } from '../claim-check/claim-check-store';
import type { PlatformConfig } from '../config/platform-config';
import type { DataOptions } from '../data/data-options';

/** The options that a service's composition root passes to the platform. */
export interface PlatformOptions {
  readonly service: ServiceName;
  readonly config: PlatformConfig;
  /** What services may do towards each other; `SERVICE_RIGHTS` unless a test has calls of its own. */
  readonly rights?: Readonly<Record<ServiceName, ServiceRights>>;
  /** The store for payloads over 256 KiB; without it they are refused if they do not fit a message. */
  readonly claimChecks?: ClaimCheckStore;
  readonly entities?: DataOptions['entities'];
  /** Giving entities or migrations gives the service its schema in Postgres, and with it jobs and the outbox. */
  readonly migrations?: DataOptions['migrations'];
  /** What the service adds to the platform: injectable in all its modules, as the database and the bus are. */
  readonly shared?: readonly (ValueProvider | FactoryProvider)[];
}
