import { z } from 'zod';
import type { Request } from './connection';

export const SOURCE = 'departures';

export const KINDS = ['read', 'cached query', 'new query', 'write'] as const;
export type Kind = (typeof KINDS)[number];

const READS = [
  '/api/metrics?limit=20',
  '/api/metrics/departures',
  '/api/derivations/departures',
  '/api/datasets/flights',
  '/api/certificates/departures',
  '/api/dashboards/flights',
  '/api/me',
];

/** Of ten requests four read, three ask what was asked before, one asks something new, two write. */
export function kindOf(n: number): Kind {
  const at = n % 10;
  if (at < 4) return 'read';
  if (at < 7) return 'cached query';
  return at < 8 ? 'new query' : 'write';
}

export function read(n: number): Request {
  return { method: 'GET', path: READS[n % READS.length] ?? '/api/me' };
}

export function cachedQuery(): Request {
  return { method: 'POST', path: '/api/metrics/average_delay/query', body: { grain: 'month' } };
}

/** `salt` differs between connections and runs: nobody has asked it before. */
export function newQuery(salt: number): Request {
  return {
    method: 'POST',
    path: '/api/sql',
    body: {
      sql: `select origin, count(*) as n from ${SOURCE} where dep_delay > $1 group by 1`,
      parameters: [(salt % 1_000_003) / 997],
    },
  };
}

const described = z.looseObject({ definition: z.looseObject({ description: z.string() }), etag: z.string() });

/** A metric of one connection, written again and again: what the last acknowledged write said must be there in the end. */
export class Ledger {
  private acknowledged = -1;
  private attempted = -1;
  private etag: string | null = null;

  constructor(readonly name: string) {}

  next(): Request {
    this.attempted += 1;
    const body = {
      name: this.name,
      type: 'simple',
      source: SOURCE,
      measure: { agg: 'count' },
      description: String(this.attempted),
    };
    return { method: 'PUT', path: this.path, body, ...(this.etag === null ? {} : { ifMatch: this.etag }) };
  }

  get path(): string {
    return `/api/metrics/${this.name}`;
  }

  /** The write was acknowledged. */
  took(etag: string | null): void {
    this.acknowledged = this.attempted;
    this.etag = etag;
  }

  /** Whether the write before was done is not known, or somebody else's tag is needed: learn it by reading. */
  learn(body: string): void {
    this.etag = `"${described.parse(JSON.parse(body)).etag}"`;
  }

  get written(): boolean {
    return this.acknowledged >= 0;
  }

  /** Null when the stored text is the last acknowledged, or one that was sent after it and never answered. */
  loss(body: string): string | null {
    const stored = Number(described.parse(JSON.parse(body)).definition.description);
    return stored >= this.acknowledged && stored <= this.attempted
      ? null
      : `${this.name} holds ${String(stored)}, acknowledged was ${String(this.acknowledged)}`;
  }
}
