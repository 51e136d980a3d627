import type { Scope } from '../access/access';
import { SERVICES, type ServiceName } from './endpoint';

/** What a service may do towards the others; everything else is refused and audited. Subjects in NATS notation. */
export interface ServiceRights {
  /** Subjects that it may call, in its own name or on behalf of its caller. */
  readonly calls: readonly string[];
  /** Of these, what it may call in its own name, `service:<name>`. */
  readonly asItself: readonly string[];
  /** Scopes that it may claim in its own name. */
  readonly scopes: readonly Scope[];
}

const AUDIT = 'svc.cert.audit.append';
/** Who keeps evidence over stored rows. */
const EVIDENCE = ['svc.cert.evidence.held', 'svc.model.evidence.held'];
const QUERIES = 'svc.compute.sql.record';

/**
 * The closed list of rights of each service, enforced by its NATS user and by every receiver. A service that calls
 * nothing may only report its refusals to the audit log.
 */
export const SERVICE_RIGHTS: Readonly<Record<ServiceName, ServiceRights>> = {
  // The edge calls everything, because its callers do; in its own name it only writes the audit log.
  gateway: { calls: SERVICES.map((service) => `svc.${service}.>`), asItself: [AUDIT], scopes: [] },
  cert: {
    calls: [
      'svc.compute.execution.*',
      'svc.compute.dataset.resolve',
      'svc.compute.sql.query',
      'svc.compute.job.*',
      'svc.gateway.author.find',
      'svc.cert.audit.*',
    ],
    asItself: ['svc.compute.dataset.resolve', 'svc.gateway.author.find', AUDIT, 'svc.cert.audit.lead'],
    scopes: [],
  },
  compute: {
    calls: ['svc.cert.derivation.resolve', 'svc.cert.derivation.readers', ...EVIDENCE, AUDIT],
    asItself: [...EVIDENCE, AUDIT],
    scopes: [],
  },
  metrics: {
    calls: ['svc.compute.sql.query', QUERIES, 'svc.cert.derivation.resolve', AUDIT],
    asItself: [QUERIES, AUDIT],
    scopes: [],
  },
  model: {
    calls: [
      'svc.cert.derivation.resolve',
      'svc.cert.job.*',
      'svc.compute.dataset.resolve',
      'svc.compute.dataset.store-rows',
      AUDIT,
    ],
    asItself: [AUDIT],
    scopes: [],
  },
  feature: {
    calls: ['svc.compute.sql.query', 'svc.cert.derivation.resolve', AUDIT],
    asItself: [AUDIT],
    scopes: [],
  },
};

/** True when one of `patterns` covers `subject`: `*` stands for one part of it, `>` for the rest. */
export function coversSubject(patterns: readonly string[], subject: string): boolean {
  const parts = subject.split('.');
  return patterns.some((pattern) => {
    const wanted = pattern.split('.');
    const rest = wanted.at(-1) === '>';
    if (rest ? parts.length < wanted.length : parts.length !== wanted.length) return false;
    return wanted.every((it, at) => it === '>' || it === '*' || it === parts[at]);
  });
}
