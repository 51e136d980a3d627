import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** Previewed verdicts, which certify nothing: recorded, not counted as attempts. */
export class CreateLook extends ForwardMigration {
  override readonly name = 'create-look-1763600000400';

  override async up(change: SchemaChange): Promise<void> {
    await change.query(
      'CREATE TABLE look (family text NOT NULL, hypothesis text NOT NULL, actor text NOT NULL, looked_at timestamptz NOT NULL DEFAULT now())',
    );
    await change.query('CREATE INDEX look_by_family ON look (family)');
  }
}
