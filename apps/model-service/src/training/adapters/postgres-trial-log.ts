import { Injectable } from '@nestjs/common';
import { execute, queryRows } from '@svc/platform';
import type { Trial } from '@svc/runner';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { TrialLog } from '../training.ports';

const setting = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const row = z.object({
  trial: z.object({
    number: z.int(),
    estimator: z.string(),
    params: z.record(z.string(), setting),
    score: z.number().nullable(),
    seconds: z.number(),
    state: z.enum(['complete', 'pruned', 'failed']),
    message: z.string().nullable(),
  }),
});

/** Table `training_trial`; kept as long as jobs are. */
@Injectable()
export class PostgresTrialLog implements TrialLog {
  constructor(private readonly source: DataSource) {}

  async of(job: string): Promise<readonly Trial[]> {
    const rows = await queryRows(this.source, row, 'SELECT trial FROM training_trial WHERE job = $1 ORDER BY number', [
      job,
    ]);
    return rows.map((it) => it.trial);
  }

  async add(job: string, one: Trial): Promise<void> {
    await execute(
      this.source,
      'INSERT INTO training_trial (job, number, trial) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [job, one.number, JSON.stringify(one)],
    );
    await execute(this.source, "DELETE FROM training_trial WHERE created_at < now() - interval '30 days'");
  }
}
