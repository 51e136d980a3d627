import type { z } from 'zod';
import type { Endpoint } from './endpoint';
import type { JobKind } from './job/job-kind';
import type { OwnedKindParts } from './object-access/owned-kind';

type Endpoints = Readonly<Record<string, Endpoint>>;

/** What a folder of contracts says about its noun; everything that goes over all nouns is a fold over these. */
export interface Noun {
  /** The first part of its operations' names: `metric`. */
  readonly name: string;
  /** Its HTTP operations, by the name a client calls them. Literal paths come before templated ones. */
  readonly endpoints: Endpoints;
  /** Of objects that have an owner: how access is read and changed, and what it takes to read such an object. */
  readonly owned?: OwnedKindParts;
  /** The operations of `owned`, by the name a client calls them. */
  readonly access?: Endpoints;
  /** The kinds of jobs that its operations start. */
  readonly jobKinds?: readonly JobKind[];
  /** Schemas that the OpenAPI document names, so that readers meet `Metric` and not its members over and over. */
  readonly schemas?: Readonly<Record<string, z.ZodType>>;
}

/** Declares a noun. */
export function noun<const N extends Noun>(parts: N): N {
  return parts;
}

type Intersection<U> = (U extends unknown ? (it: U) => void : never) extends (it: infer I) => void ? I : never;

/** The members of one part of every noun, as one object. */
export type Merged<N, Part extends PropertyKey> = Intersection<N extends { readonly [P in Part]: infer V } ? V : never>;

/** Merges one part of every noun, in their order. */
export function merged<const N extends Noun, Part extends 'endpoints' | 'access' | 'schemas'>(
  nouns: readonly N[],
  part: Part,
): Merged<N, Part>;
export function merged(nouns: readonly Noun[], part: 'endpoints' | 'access' | 'schemas'): object {
  return Object.fromEntries(nouns.flatMap((it) => Object.entries(it[part] ?? {})));
}
