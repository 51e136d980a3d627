import { z } from 'zod';

/** Any JSON value, as it travels on the wire: no Date, no BigInt, no undefined. */
export const json = z.json();
export type Json = z.output<typeof json>;

/** Names of datasets, derivations, metrics and their inputs: stable identifiers that are also legal SQL names. */
export const objectName = z
  .string()
  .max(128)
  .regex(/^[a-z][a-z0-9_]*$/, 'must start with a letter and contain only lower-case letters, digits and "_"');

/** The parameter set of a run with the declared defaults. */
export const DEFAULT_SET = 'default';

/** A source: a derivation (with its default parameters), or one of its named parameter sets, `flights@winter`. */
export const sourceName = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,127}(@[a-z][a-z0-9_]{0,127})?$/,
    'must be the name of a derivation, or a derivation and a parameter set: "flights@winter"',
  );

/** A derivation and one of its parameter sets. */
export interface SourceRef {
  readonly derivation: string;
  readonly set: string;
}

/** The parts of a {@link sourceName}. */
export function parseSource(name: string): SourceRef {
  const [derivation = '', set = DEFAULT_SET] = name.split('@');
  return { derivation, set };
}

/** The one spelling of a source: the default set is not written. */
export function sourceOf(derivation: string, set: string): string {
  return set === DEFAULT_SET ? derivation : `${derivation}@${set}`;
}

/** `sha256:` and 64 lower-case hex digits. */
export const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/, 'must be "sha256:" and 64 hex digits');

/** RFC 3339 in UTC. */
export const timestamp = z.iso.datetime({ precision: null });
