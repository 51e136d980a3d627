import type { z } from 'zod';
import type { Endpoint } from './endpoint/endpoint';
import type { JobKind } from './job/job-kind';
import type { OwnedKindParts } from './object-access/owned-kind';
import type { Vocabulary } from './vocabulary';

type Endpoints = Readonly<Record<string, Endpoint>>;

/** The operations that make up the life of an owned object, by what they do. Beyond these a noun has operations of its own. */
export interface ObjectLife {
  /** A page of those that the caller sees, by name. */
  readonly list: Endpoint;
  readonly get: Endpoint;
  /** Creates or replaces; takes `firstAccess` in its query. */
  readonly put: Endpoint;
  readonly remove?: Endpoint;
  /** Every version, newest first. */
  readonly history?: Endpoint;
  /** Something of a deleted object is kept, and so its name stays with those who saw it. */
  readonly tombstone?: true;
  /** Its history is shown when it is deleted, too, and deleting is the last entry. */
  readonly historyLasts?: true;
}

/** Exports of a kind of object (`svc.export/v1`). */
export interface ObjectExport {
  /** What they call themselves. */
  readonly kind: string;
  /** The operation that answers one. */
  readonly by: Endpoint;
  /** What a put takes that makes the same object of a document; undefined where a document lacks that (the rows of a dataset). */
  readonly body?: (document: unknown) => unknown;
}

/** The descriptor of a noun; everything that covers all nouns is derived from these. */
export interface Noun extends Vocabulary {
  /** The first part of its operations' names: `metric`. */
  readonly name: string;
  /** Its HTTP operations, by the name a client calls them. Literal paths come before templated ones. */
  readonly endpoints: Endpoints;
  /** For objects with an owner: the operations on access, and the scope needed to read such an object. */
  readonly owned?: OwnedKindParts;
  /** Of the same: their life, which the conformance suite of named objects and their controller go by. */
  readonly life?: ObjectLife;
  readonly exports?: ObjectExport;
  /** The operations of `owned`, by the name a client calls them. */
  readonly access?: Endpoints;
  /** The kinds of jobs that its operations start. */
  readonly jobKinds?: readonly JobKind[];
  /** Schemas that the OpenAPI document names, so that readers see `Metric` instead of its repeated members. */
  readonly schemas?: Readonly<Record<string, z.ZodType>>;
}

/** A noun whose objects have an owner. */
export type OwnedNoun = Noun & Required<Pick<Noun, 'owned' | 'life' | 'exports'>>;

/** Declares a noun. */
export function noun<const N extends Noun>(parts: N): N {
  return parts;
}
