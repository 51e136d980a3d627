import { ProblemError, type ServiceName } from '@svc/contracts';

/** A credential that says more than its sender may, or that nobody vouches for: it goes into the audit log. */
export class RefusedCredential extends ProblemError {
  constructor(
    detail: string,
    /** Whose key signed it; null where no key did. */
    readonly by: ServiceName | null,
    cause?: unknown,
  ) {
    super('unauthenticated', detail, cause === undefined ? {} : { cause });
  }
}
