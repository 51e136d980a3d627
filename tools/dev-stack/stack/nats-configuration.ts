import { SERVICE_RIGHTS, SERVICES, type ServiceName } from '@svc/contracts';

/** Longer than the longest call, so that a late reply is still allowed out. */
const REPLY_WITHIN = '15m';

function list(subjects: readonly string[]): string {
  return `[${subjects.map((subject) => `"${subject}"`).join(', ')}]`;
}

/** Messages of a service besides calls: that it cancelled a call, whether one is still running, and that a replica holds no more leases. */
function hints(service: ServiceName, calls: readonly string[]): string[] {
  const asked = SERVICES.filter((other) => calls.some((subject) => subject.startsWith(`svc.${other}.`)));
  const owners = SERVICES.filter((other) => other === service || asked.includes(other));
  return [...asked.map((other) => `svc.${other}.call.*`), ...owners.map((other) => `svc.${other}.fact.leave`)];
}

/**
 * A service receives its own requests, its own replies and everybody's hints; it makes the calls that its rights allow and
 * sends its own hints.
 */
function user(service: ServiceName, password: string): string {
  const hears = [`svc.${service}.>`, `_INBOX_${service}.>`, 'svc.event.>'];
  const { calls } = SERVICE_RIGHTS[service];
  const says = [...calls, ...hints(service, calls), `svc.event.${service}.>`];
  return `    {
      user: "${service}", password: "${password}"
      permissions: {
        subscribe: { allow: ${list(hears)} }
        publish: { allow: ${list(says)} }
        allow_responses: { max: 1, expires: "${REPLY_WITHIN}" }
      }
    }`;
}

/** The configuration of a NATS server on which each service has a user of its own; all others are rejected. */
export function natsConfiguration(passwords: ReadonlyMap<ServiceName, string>): string {
  const users = [...passwords].map(([service, password]) => user(service, password));
  return `# Written by ./svc up. Core NATS only: Postgres is the record, nothing is kept here.
max_payload: 1MB
write_deadline: "10s"
authorization {
  users: [
${users.join('\n')}
  ]
}
`;
}
