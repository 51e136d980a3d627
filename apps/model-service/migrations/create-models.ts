import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** Registered models, their versions, and the aliases that name versions. */
export class CreateModels extends ForwardMigration {
  override readonly name = 'create-models-1763810000000';

  override async up(change: SchemaChange): Promise<void> {
    await change.query(`
      CREATE TABLE model (
        name text PRIMARY KEY,
        definition jsonb NOT NULL,
        owner text NOT NULL,
        visibility text NOT NULL CHECK (visibility IN ('private', 'project', 'groups')),
        groups text[] NOT NULL DEFAULT '{}',
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      )`);
    await change.query(
      'CREATE TABLE deleted_model (name text PRIMARY KEY, owner text NOT NULL, visibility text NOT NULL, groups text[] NOT NULL)',
    );
    // No foreign key to the model: numbers are never used again, also when the model is deleted and its name reused.
    await change.query(`
      CREATE TABLE model_version (
        name text NOT NULL,
        version int NOT NULL,
        content jsonb NOT NULL,
        job text NOT NULL UNIQUE,
        author text NOT NULL,
        created_at timestamptz NOT NULL,
        deleted_at timestamptz,
        deleted_by text,
        PRIMARY KEY (name, version)
      )`);
    await change.query(`
      CREATE TABLE model_alias (
        name text NOT NULL REFERENCES model ON DELETE CASCADE,
        alias text NOT NULL,
        version int NOT NULL,
        set_by text NOT NULL,
        set_at timestamptz NOT NULL,
        PRIMARY KEY (name, alias),
        FOREIGN KEY (name, version) REFERENCES model_version
      )`);
  }
}
