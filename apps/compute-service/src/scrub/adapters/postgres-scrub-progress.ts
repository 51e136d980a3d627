import { Injectable } from '@nestjs/common';
import { execute, queryRow } from '@svc/platform';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { ScrubProgress, ScrubState } from '../scrub.ports';

/** Longer than any pause between two saves; after it a dead replica is replaced. */
const TURN = "interval '2 minutes'";

const stateRow = z
  .object({ cursor: z.string().nullable(), ended_at: z.date().nullable() })
  .transform(({ cursor, ended_at }): ScrubState => ({ cursor, endedAt: ended_at }));

/** One row in the `compute` schema: progress and lease in one, so that neither can be had without the other. */
@Injectable()
export class PostgresScrubProgress implements ScrubProgress {
  constructor(private readonly source: DataSource) {}

  take(holder: string): Promise<ScrubState | null> {
    return queryRow(
      this.source,
      stateRow,
      `UPDATE scrub SET holder = $1, held_until = now() + ${TURN} WHERE holder = $1 OR held_until < now() RETURNING cursor, ended_at`,
      [holder],
    );
  }

  async keep(holder: string, { cursor, endedAt }: ScrubState): Promise<boolean> {
    const kept = await execute(
      this.source,
      `UPDATE scrub SET cursor = $2, ended_at = $3, held_until = now() + ${TURN} WHERE holder = $1 AND held_until >= now()`,
      [holder, cursor, endedAt],
    );
    return kept === 1;
  }

  async leave(holder: string, { cursor, endedAt }: ScrubState): Promise<void> {
    await execute(
      this.source,
      "UPDATE scrub SET cursor = $2, ended_at = $3, holder = NULL, held_until = '-infinity' WHERE holder = $1 AND held_until >= now()",
      [holder, cursor, endedAt],
    );
  }
}
