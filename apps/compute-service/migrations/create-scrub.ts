import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** Progress of the scrub of all stored objects, and which replica runs it. One row. */
export class CreateScrub extends ForwardMigration {
  override readonly name = 'create-scrub-1763800000100';

  override async up(change: SchemaChange): Promise<void> {
    await change.query(`
      CREATE TABLE scrub (
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        cursor text,
        ended_at timestamptz,
        holder uuid,
        held_until timestamptz NOT NULL DEFAULT '-infinity'
      )`);
    await change.query('INSERT INTO scrub DEFAULT VALUES');
  }
}
