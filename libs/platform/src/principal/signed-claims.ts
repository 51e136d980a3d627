import { type KeyObject, sign, verify } from 'node:crypto';
import type { ServiceName } from '@svc/contracts';
import { z } from 'zod';
import { RefusedCredential } from './refused-credential';

/**
 * The bytes under a signature. The purpose keeps a signature made for one thing from being read as another.
 * Token: `<base64url claims>.<base64url signature>`.
 */
function signedBytes(purpose: string, encodedClaims: string): Buffer {
  return Buffer.from(`${purpose}\n${encodedClaims}`);
}

/** The token that says `claims`, signed for this purpose alone. */
export function signClaims(purpose: string, claims: object, key: KeyObject): string {
  const encoded = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${encoded}.${sign(null, signedBytes(purpose, encoded), key).toString('base64url')}`;
}

/** What a token of one kind looks like. */
export interface ClaimsForm<T> {
  readonly purpose: string;
  readonly schema: z.ZodType<T>;
  readonly maxChars: number;
}

/** What a token says, once one of the keys of whom it names as its issuer has verified it. Refuses every other text. */
export function verifiedClaims<T extends { readonly iss: ServiceName }>(
  token: string,
  { purpose, schema, maxChars }: ClaimsForm<T>,
  keysOf: (issuer: ServiceName) => readonly KeyObject[],
): T {
  const [encoded, signature, ...rest] = token.split('.');
  if (encoded === undefined || signature === undefined || rest.length > 0 || token.length > maxChars) throw malformed();
  const parsed = schema.safeParse(claimsIn(encoded));
  if (!parsed.success) throw malformed(parsed.error);
  const bytes = Buffer.from(signature, 'base64url');
  if (!keysOf(parsed.data.iss).some((key) => verify(null, signedBytes(purpose, encoded), key, bytes)))
    throw new RefusedCredential('The signature of the credential does not verify.', null);
  return parsed.data;
}

function claimsIn(encoded: string): unknown {
  try {
    return JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
  } catch (cause) {
    throw malformed(cause);
  }
}

function malformed(cause?: unknown): RefusedCredential {
  return new RefusedCredential('The credential is malformed.', null, cause);
}

const granting = z.object({ grant: z.string() });

/** What the gateway signed for the caller of a request with this verified credential: itself, or what a job carries in it. */
export function grantIn(credential: string): string {
  const said = granting.safeParse(claimsIn(credential.split('.')[0] ?? ''));
  return said.success ? said.data.grant : credential;
}
