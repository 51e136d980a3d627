import { z } from 'zod';

/** Any JSON value, as it travels on the wire: no Date, no BigInt, no undefined. */
export const json = z.json();
export type Json = z.output<typeof json>;

/** Names of datasets, derivations, metrics and their inputs: stable identifiers that are also legal SQL names. */
export const objectName = z
  .string()
  .max(128)
  .regex(/^[a-z][a-z0-9_]*$/, 'must start with a letter and contain only lower-case letters, digits and "_"');

/** `sha256:` and 64 lower-case hex digits. */
export const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/, 'must be "sha256:" and 64 hex digits');

/** RFC 3339 in UTC. */
export const timestamp = z.iso.datetime({ precision: null });
