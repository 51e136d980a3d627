import { sha256Digest } from '@svc/audit-chain';
import type { Endpoint } from '@svc/contracts';
import type { Granted } from './granted-in';

/** What the audit record contains of an answer: texts unchanged, everything else as the digest of its canonical form. */
export function reportedBy({ reports }: Endpoint, answer: { readonly value: unknown }): Granted {
  if (reports === null) return {};
  return Object.fromEntries(
    Object.entries(reports(answer.value)).flatMap(([name, value]) =>
      value === null ? [] : [[name, typeof value === 'string' ? value : sha256Digest(value)]],
    ),
  );
}
