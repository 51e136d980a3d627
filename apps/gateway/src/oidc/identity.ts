import { createHash } from 'node:crypto';
import { groupName, login as loginForm } from '@svc/contracts';
import { z } from 'zod';

/** Every request carries the groups of its caller, so their number has a limit: the same as for local users. */
const MAX_GROUPS = 200;
const MAX_GROUPS_LENGTH = 8_000;
const text = z.string().catch('');
const email = z.email().max(254).nullable().catch(null);

/** The claims of an identity provider that are used. */
export interface Identity {
  readonly issuer: string;
  readonly sub: string;
  readonly name: string;
  readonly email: string | null;
  readonly groups: readonly string[];
  /** Logins to try, in order of preference; the last two are unique to this person. */
  readonly logins: readonly string[];
}

/** Reads claims. Their form is not trusted: malformed ones are left out. `wanted` groups come first when there are too many. */
export function identityOf(
  issuer: string,
  sub: string,
  claims: Readonly<Record<string, unknown>>,
  groupsClaim: string,
  wanted: readonly string[] = [],
): Identity {
  const [username, address, fullName] = [claims['preferred_username'], claims['email'], claims['name']].map((it) =>
    text.parse(it),
  );
  const groups = groupsIn(claims[groupsClaim]);
  const logins = loginsFor(issuer, sub, [username ?? '', address ?? '']);
  return {
    issuer,
    sub,
    name: printable(fullName ?? '') || printable(username ?? '') || (logins[0] ?? sub),
    email: email.parse(address === '' ? null : address),
    groups: withinReason([
      ...groups.filter((it) => wanted.includes(it)),
      ...groups.filter((it) => !wanted.includes(it)),
    ]),
    logins,
  };
}

/** A list of names, or a single one; Keycloak's paths (`/analysts`) are kept as they are. */
function groupsIn(claim: unknown): string[] {
  const all = typeof claim === 'string' ? [claim] : Array.isArray(claim) ? claim : [];
  return [...new Set(all.flatMap((it) => groupName.safeParse(it).data ?? []))];
}

/** The longest prefix that fits. */
function withinReason(groups: readonly string[]): string[] {
  const kept = groups.slice(0, MAX_GROUPS);
  while (JSON.stringify(kept).length > MAX_GROUPS_LENGTH) kept.pop();
  return kept;
}

/** The name and the address as logins, then both with a suffix derived from issuer and subject, in case they are taken. */
function loginsFor(issuer: string, sub: string, names: readonly string[]): string[] {
  const mark = createHash('sha256')
    .update(JSON.stringify([issuer, sub]))
    .digest('hex');
  const nice = names.map(cleaned).filter((it) => it !== '');
  const unique = [`${nice[0] ?? 'oidc'}-${mark.slice(0, 8)}`, `oidc-${mark.slice(0, 32)}`];
  return [...new Set([...nice, ...unique])].filter((it) => loginForm.safeParse(it).success);
}

function cleaned(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9._@+-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, 80);
}

function printable(name: string): string {
  return name.replaceAll(/\p{C}/gu, '').trim().slice(0, 200);
}
