import { Injectable } from '@nestjs/common';
import { execute, queryRow } from '@svc/platform';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import type { AttemptLedger, Standings } from '../run.ports';

const standings = z
  .object({ ordinal: z.int(), looks: z.coerce.number().int() })
  .transform(({ ordinal, looks }): Standings => ({ attempts: ordinal, looks }));

/** The ordinal it has, or would have, and the looks there were. */
const STANDINGS = `SELECT coalesce((SELECT ordinal FROM attempt WHERE family = $1 AND hypothesis = $2), (SELECT coalesce(max(ordinal), 0) + 1 FROM attempt WHERE family = $1)) AS ordinal,
  (SELECT count(*) FROM look WHERE family = $1) AS looks`;

/** Attempts and looks in the `cert` schema; two runs that ask at once get two numbers. */
@Injectable()
export class PostgresAttemptLedger implements AttemptLedger {
  constructor(private readonly source: DataSource) {}

  count(family: string, hypothesis: string): Promise<Standings> {
    return this.alone(family, async (manager) => {
      const now = await this.standings(manager, family, hypothesis);
      await execute(
        manager,
        'INSERT INTO attempt (family, hypothesis, ordinal) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [family, hypothesis, now.attempts],
      );
      return now;
    });
  }

  look(family: string, hypothesis: string, actor: string): Promise<Standings> {
    return this.alone(family, async (manager) => {
      const now = await this.standings(manager, family, hypothesis);
      await execute(manager, 'INSERT INTO look (family, hypothesis, actor) VALUES ($1, $2, $3)', [
        family,
        hypothesis,
        actor,
      ]);
      return now;
    });
  }

  private alone<T>(family: string, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.source.transaction(async (manager) => {
      await execute(manager, 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [family]);
      return work(manager);
    });
  }

  private async standings(manager: EntityManager, family: string, hypothesis: string): Promise<Standings> {
    const found = await queryRow(manager, standings, STANDINGS, [family, hypothesis]);
    if (found === null) throw new Error('a query of aggregates answered nothing');
    return found;
  }
}
