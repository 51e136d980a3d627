import { hash } from 'node:crypto';
import { canonicalText } from './canonicalize';

/** `sha256:` and 64 lower-case hex digits. */
export type Sha256Digest = `sha256:${string}`;

/** Digest of a value: SHA-256 over its canonical JSON bytes. */
export function sha256Digest(value: unknown): Sha256Digest {
  return `sha256:${hash('sha256', canonicalText(value))}`;
}
