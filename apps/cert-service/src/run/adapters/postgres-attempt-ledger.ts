import { Injectable } from '@nestjs/common';
import { execute, inTransaction, queryRow } from '@svc/platform';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import type { Attempt, AttemptLedger, Standings } from '../run.ports';

const standings = z
  .object({ ordinal: z.int(), looks: z.coerce.number().int() })
  .transform(({ ordinal, looks }): Standings => ({ attempts: ordinal, looks }));

const OWN = 'SELECT ordinal FROM attempt WHERE family = $1 AND hypothesis = $2';
/** That of the attempt it followed, or of the one that it follows now if nothing else does. */
const FOLLOWED = `SELECT ordinal FROM followed_attempt WHERE family = $1 AND hypothesis = $2`;
const TO_FOLLOW = `SELECT ordinal FROM (
    SELECT ordinal FROM attempt WHERE family = $1 AND hypothesis = $3
    UNION ALL SELECT ordinal FROM followed_attempt WHERE family = $1 AND hypothesis = $3) counted
  WHERE NOT EXISTS (SELECT FROM followed_attempt WHERE family = $1 AND follows = $3)`;
const NEXT = 'SELECT coalesce(max(ordinal), 0) + 1 FROM attempt WHERE family = $1';

/** The ordinal it has, or would have, and the number of previews. */
const STANDINGS = `SELECT coalesce((${OWN}), (${FOLLOWED}), (${TO_FOLLOW}), (${NEXT})) AS ordinal,
  (SELECT count(*) FROM look WHERE family = $1) AS looks`;

/** Attempts, previews and suggestions in the `cert` schema; two concurrent runs get two ordinals. */
@Injectable()
export class PostgresAttemptLedger implements AttemptLedger {
  constructor(private readonly source: DataSource) {}

  count(attempt: Attempt): Promise<Standings> {
    return this.alone(attempt.family, async (manager) => {
      const { family, hypothesis, follows } = attempt;
      const now = await this.standings(manager, attempt);
      const following = await execute(
        manager,
        `INSERT INTO followed_attempt (family, hypothesis, follows, ordinal)
         SELECT $1, $2, $3, $4 WHERE NOT EXISTS (${OWN}) AND EXISTS (${TO_FOLLOW}) ON CONFLICT DO NOTHING`,
        [family, hypothesis, follows, now.attempts],
      );
      if (following === 0)
        await execute(
          manager,
          `INSERT INTO attempt (family, hypothesis, ordinal)
           SELECT $1, $2, $3 WHERE NOT EXISTS (${FOLLOWED}) ON CONFLICT DO NOTHING`,
          [family, hypothesis, now.attempts],
        );
      return now;
    });
  }

  look(attempt: Attempt, actor: string): Promise<Standings> {
    return this.alone(attempt.family, async (manager) => {
      const now = await this.standings(manager, attempt);
      await execute(manager, 'INSERT INTO look (family, hypothesis, actor) VALUES ($1, $2, $3)', [
        attempt.family,
        attempt.hypothesis,
        actor,
      ]);
      return now;
    });
  }

  async suggest(dataHash: string, claim: string): Promise<void> {
    await execute(
      this.source,
      'INSERT INTO suggested_claim (data_hash, claim) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [dataHash, claim],
    );
  }

  async wasSuggested(dataHash: string, claim: string): Promise<boolean> {
    const found = await queryRow(
      this.source,
      z.object({ found: z.boolean() }),
      'SELECT EXISTS (SELECT FROM suggested_claim WHERE data_hash = $1 AND claim = $2) AS found',
      [dataHash, claim],
    );
    return found?.found === true;
  }

  async familyOf(line: string, content: string, family: string): Promise<string> {
    await execute(
      this.source,
      'INSERT INTO outcome_family (line, content, family) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [line, content, family],
    );
    const found = await queryRow(
      this.source,
      z.object({ family: z.string() }),
      'SELECT family FROM outcome_family WHERE line = $1 AND content = $2',
      [line, content],
    );
    return found?.family ?? family;
  }

  private alone<T>(family: string, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return inTransaction(this.source, async (manager) => {
      await execute(manager, 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [family]);
      return work(manager);
    });
  }

  private async standings(manager: EntityManager, { family, hypothesis, follows }: Attempt): Promise<Standings> {
    const found = await queryRow(manager, standings, STANDINGS, [family, hypothesis, follows]);
    if (found === null) throw new Error('a query of aggregates answered nothing');
    return found;
  }
}
