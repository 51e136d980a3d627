import { timestamp } from '@svc/contracts';
import { z } from 'zod';

/** Outbox topic: a certificate exists. */
export const CERTIFICATE_ISSUED = 'certificate.issued';

/** What the message says of it. */
export const certificateNotice = z.object({
  run_id: z.uuid(),
  derivation: z.string(),
  actor: z.string(),
  digest: z.string(),
  at: timestamp,
});
