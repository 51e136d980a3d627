import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** Derivations as declared, their runs as evidence, certificates as issued, and every attempt that was counted. */
export class CreateDerivationsAndRuns extends ForwardMigration {
  override readonly name = 'create-derivations-and-runs-1763600000100';

  override async up(change: SchemaChange): Promise<void> {
    await change.query(`
      CREATE TABLE derivation (
        name text PRIMARY KEY,
        manifest jsonb NOT NULL,
        files jsonb NOT NULL,
        source text NOT NULL,
        origin text NOT NULL,
        owner text NOT NULL,
        etag text NOT NULL,
        environment text NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      )`);
    await change.query(`
      CREATE TABLE run (
        id uuid PRIMARY KEY,
        seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
        derivation text NOT NULL,
        body jsonb NOT NULL,
        identity jsonb NOT NULL,
        source_hash text NOT NULL,
        result_table jsonb,
        revoked jsonb,
        recorded_at timestamptz NOT NULL DEFAULT now()
      )`);
    await change.query('CREATE INDEX run_by_derivation ON run (derivation, seq DESC)');
    await change.query(`
      CREATE TABLE certificate (
        run_id uuid PRIMARY KEY REFERENCES run (id),
        digest text NOT NULL UNIQUE,
        envelope text NOT NULL
      )`);
    await change.query(`
      CREATE TABLE attempt (
        family text NOT NULL,
        hypothesis text NOT NULL,
        ordinal integer NOT NULL,
        counted_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (family, hypothesis),
        UNIQUE (family, ordinal)
      )`);
  }
}
