import { ForwardMigration, type SchemaChange } from '../../data/data-options';

/** Callers take turns, a caller's own jobs go by priority, and jobs can be listed. */
export class TakeTurns extends ForwardMigration {
  override readonly name = 'take-turns-1763900000000';

  override async up(change: SchemaChange): Promise<void> {
    await change.query('ALTER TABLE job ADD COLUMN priority int NOT NULL DEFAULT 0');
    await change.query("CREATE INDEX job_turn ON job (kind, (principal ->> 'id'), started_at)");
    await change.query("CREATE INDEX job_listed ON job ((principal ->> 'id'), created_at DESC, id)");
  }
}
