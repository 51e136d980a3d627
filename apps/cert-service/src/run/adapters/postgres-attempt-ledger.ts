import { Injectable } from '@nestjs/common';
import { execute, queryRow } from '@svc/platform';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { AttemptLedger } from '../run.ports';

const ordinal = z.object({ ordinal: z.int() });

/** Attempts in the `cert` schema; two runs that ask at once get two numbers. */
@Injectable()
export class PostgresAttemptLedger implements AttemptLedger {
  constructor(private readonly source: DataSource) {}

  async count(family: string, hypothesis: string): Promise<number> {
    return this.source.transaction(async (manager) => {
      await execute(manager, 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [family]);
      const counted = await queryRow(manager, ordinal, 'SELECT ordinal FROM attempt WHERE family = $1 AND hypothesis = $2', [family, hypothesis]);
      if (counted !== null) return counted.ordinal;
      const added = await queryRow(manager, ordinal,
        `INSERT INTO attempt (family, hypothesis, ordinal)
         SELECT $1, $2, coalesce(max(ordinal), 0) + 1 FROM attempt WHERE family = $1 RETURNING ordinal`, [family, hypothesis]);
      if (added === null) throw new Error('the attempt was not counted');
      return added.ordinal;
    });
  }
}
