import type { DuckDBConnection } from '@duckdb/node-api';
import type { Json } from '@svc/contracts';
import { z } from 'zod';
import { type Door, type PathArm, RAW } from '../query-path/arms';
import { type Cells, requireSame } from '../query-path/same-answer';
import type { Ask } from '../query-path/ask';
import { COMPUTED, FLOOR, KNOWN, ME, PAGE_COMPUTED, PAGE_KNOWN } from './arm-names';
import { metricBody, statement, type Subject, TILES } from './subject';

const cells = z.array(z.array(z.json()));
const metricAnswer = z.looseObject({ rows: cells });
const page = z.looseObject({
  tiles: z.array(z.looseObject({ state: z.literal('answered'), answer: z.looseObject({ rows: cells }) })),
});

/** DuckDB alone: one statement, or those of a page one after the other. */
export function rawArms(
  { derivation }: Subject,
  connections: readonly DuckDBConnection[],
): { readonly one: PathArm; readonly page: PathArm } {
  const free = [...connections];
  const arm = (name: string, texts: (least: number) => readonly string[]): PathArm => ({
    name,
    pids: [],
    async ask(unique) {
      const connection = free.pop();
      if (connection === undefined) throw new Error('there are more clients than connections');
      try {
        for (const sql of texts(-unique)) (await connection.runAndReadAll(sql)).getRowsJson();
      } finally {
        free.push(connection);
      }
    },
  });
  return {
    one: arm(RAW, (least) => [statement(derivation, least)]),
    page: arm(RAW, (least) => Array.from({ length: TILES }, (_, n) => statement(derivation, least, n))),
  };
}

/** `POST /api/metrics/{name}/query`, computed and known, and `/api/me`, which asks nobody but the gateway, there and where no answer waits for its audit record. */
export function metricArms({ metric }: Subject, { ask, pids }: Door, unwaiting: Ask): readonly PathArm[] {
  const path = `/api/metrics/${metric}/query`;
  return [
    { name: COMPUTED, pids, ask: (unique) => answered(ask, path, metricBody(-unique), false) },
    { name: KNOWN, pids, ask: () => answered(ask, path, metricBody(0), true) },
    { name: ME, pids, ask: () => answered(ask, '/api/me') },
    { name: FLOOR, pids, ask: () => answered(unwaiting, '/api/me') },
  ];
}

/** A page of {@link TILES} tiles, computed and known. */
export function pageArms({ dashboard }: Subject, { ask, pids }: Door): readonly PathArm[] {
  const path = `/api/dashboards/${dashboard}/pages/tiles/data`;
  return [
    {
      name: PAGE_COMPUTED,
      pids,
      ask: (unique) => answered(ask, path, { variables: { least: -unique } }, false),
    },
    { name: PAGE_KNOWN, pids, ask: () => answered(ask, path, {}, true) },
  ];
}

async function answered(ask: Ask, path: string, body?: Json, known?: boolean): Promise<void> {
  const { status, body: text } = await ask(path, body);
  if (status !== 200) throw new Error(`${path}: ${String(status)}: ${text}`);
  if (known !== undefined && text.includes(`"cached":${String(!known)}`))
    throw new Error(`${path}: an answer was ${known ? 'computed' : 'known'}`);
}

export async function expectedOf({ derivation }: Subject, raw: DuckDBConnection): Promise<Cells> {
  return cells.parse((await raw.runAndReadAll(statement(derivation, 0))).getRowsJson());
}

/** Throws unless metric and page answer what DuckDB does. Leaves their answers known. */
export async function requireAnswers(subject: Subject, ask: Ask, raw: DuckDBConnection): Promise<void> {
  const read = async (path: string, body: Json): Promise<unknown> => JSON.parse((await ask(path, body)).body);
  for (let n = 0; n < 3; n += 1) {
    const { rows } = metricAnswer.parse(await read(`/api/metrics/${subject.metric}/query`, metricBody(0)));
    requireSame('the metric', await expectedOf(subject, raw), rows);
    const { tiles } = page.parse(await read(`/api/dashboards/${subject.dashboard}/pages/tiles/data`, {}));
    for (const [tile, { answer }] of tiles.entries())
      requireSame(
        `tile ${String(tile)}`,
        cells.parse((await raw.runAndReadAll(statement(subject.derivation, 0, tile))).getRowsJson()),
        answer.rows,
      );
  }
}
