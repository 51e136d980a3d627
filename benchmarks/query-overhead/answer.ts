import type { Json } from '@svc/contracts';
import { z } from 'zod';
import type { RunningStack } from '../stack/running-stack';

export type Cell = Json;
export type Rows = readonly (readonly Cell[])[];

const rowsAnswer = z.looseObject({ rows: z.array(z.array(z.json())) });

/** Asks the gateway and reads the whole answer, by `fetch` alone: no client of ours is measured along. */
export async function askGateway({ gateway, token }: RunningStack, path: string, body: object): Promise<unknown> {
  const response = await fetch(gateway + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${String(response.status)} ${await response.text()}`);
  return response.json();
}

export function rowsOf(answer: unknown): Rows {
  return rowsAnswer.parse(answer).rows;
}

/** Throws unless both hold the same cells in the same order; numbers may be written as text, as whole ones beyond 2^53 are. */
export function requireEqual(question: string, expected: Rows, found: Rows): void {
  const text = (rows: Rows): string => JSON.stringify(rows.map((row) => row.map(String)));
  if (expected.length === 0 || text(expected) !== text(found)) {
    throw new Error(`${question}: the answers differ: ${text(expected).slice(0, 200)} … ${text(found).slice(0, 200)}`);
  }
}
