import { z } from 'zod';
import { openSealed, sealUnder } from '../cookie/session-secret';
import type { ProviderHold } from '../session/session.ports';
import type { Vouched } from './identity-provider';

const held = z.object({
  sub: z.string(),
  issuer: z.string(),
  refresh_token: z.string().nullable(),
  id_token: z.string().nullable(),
});

/** What a session keeps from the identity provider. */
export type HeldTokens = z.output<typeof held>;

/** Encrypts it under the session's secret. Values that the provider did not renew stay as they were. */
export function sealTokens(
  secret: string,
  issuer: string,
  vouched: Vouched,
  now: Date,
  before: HeldTokens | null = null,
): ProviderHold {
  const refreshToken = vouched.refreshToken ?? before?.refresh_token ?? null;
  const tokens: HeldTokens = {
    sub: vouched.sub,
    issuer,
    refresh_token: refreshToken,
    id_token: vouched.idToken ?? before?.id_token ?? null,
  };
  return {
    sealed: sealUnder(secret, JSON.stringify(tokens)),
    recheckAt: refreshToken === null ? null : new Date(now.getTime() + vouched.goodForSeconds * 1000),
  };
}

export function unsealTokens(secret: string, sealed: Buffer): HeldTokens {
  return held.parse(JSON.parse(openSealed(secret, sealed)));
}
