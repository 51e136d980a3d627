import { z } from 'zod';
import type { PathArm } from './arms';
import type { Ask } from './ask';
import { type Cells, requireSame } from './same-answer';

export const CUBE_COMPUTED = 'Cube, another filter';

const DIMENSIONS = ['lineitem.shipmode', 'lineitem.returnflag'];
const MEASURES = ['lineitem.quantity', 'lineitem.revenue', 'lineitem.n'];
const answer = z.looseObject({ data: z.array(z.record(z.string(), z.json())) });

/** Asks Cube for the grouped sum over what has a greater key, again while it says that it is still at it, as its own clients do. */
async function load(ask: Ask, least: number, measures: readonly string[]): Promise<string> {
  const query = {
    measures: [...measures],
    dimensions: DIMENSIONS,
    filters: [{ member: 'lineitem.orderkey', operator: 'gt', values: [String(least)] }],
    order: DIMENSIONS.map((it) => [it, 'asc']),
  };
  for (;;) {
    const { status, body } = await ask('/cubejs-api/v1/load', { query });
    if (status !== 200) throw new Error(`Cube says ${String(status)}: ${body}`);
    if (!body.startsWith('{"error":"Continue wait"')) return body;
  }
}

/** Cube over HTTP: computed, since a filter is new to it, and known. */
export function cubeArms(ask: Ask, pids: readonly number[], measures = MEASURES): readonly PathArm[] {
  return [
    {
      name: CUBE_COMPUTED,
      pids,
      ask: async (unique) => {
        await load(ask, -unique, measures);
      },
    },
    {
      name: 'Cube, known',
      pids,
      ask: async () => {
        await load(ask, 0, measures);
      },
    },
  ];
}

/** Throws unless Cube answers these cells, computed and known. */
export async function requireCubeAnswers(ask: Ask, expected: Cells, measures = MEASURES): Promise<void> {
  const columns = [...DIMENSIONS, ...measures];
  for (const least of [0, 0, -1]) {
    requireSame(
      'Cube',
      expected,
      answer
        .parse(JSON.parse(await load(ask, least, measures)))
        .data.map((row) => columns.map((name) => row[name] ?? null)),
    );
  }
}
