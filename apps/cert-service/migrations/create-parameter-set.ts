import { ForwardMigration, type SchemaChange } from '@svc/platform';

/**
 * Named parameter sets, and the set that each run belongs to. Earlier runs whose parameters are not the declared defaults
 * become sets of their own, so that none of them counts as a run of the defaults.
 */
export class CreateParameterSet extends ForwardMigration {
  override readonly name = 'create-parameter-set-1763900000100';

  override async up(change: SchemaChange): Promise<void> {
    await change.query(`
      CREATE TABLE parameter_set (
        derivation text NOT NULL,
        name text NOT NULL,
        params jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (derivation, name)
      )`);
    await change.query("ALTER TABLE run ADD COLUMN parameter_set text NOT NULL DEFAULT 'default'");
    await change.query(`
      UPDATE run SET parameter_set = 'params_' || left(md5((run.body -> 'params')::text), 8)
      FROM derivation d
      WHERE d.name = run.derivation AND run.body -> 'params' <> (
        SELECT coalesce(jsonb_object_agg(p.key, p.value -> 'default') FILTER (WHERE p.value ? 'default'), '{}')
        FROM jsonb_each(d.manifest -> 'params') p
      )`);
    await change.query(`
      INSERT INTO parameter_set (derivation, name, params)
      SELECT DISTINCT ON (derivation, parameter_set) derivation, parameter_set, body -> 'params'
      FROM run WHERE parameter_set <> 'default'`);
    await change.query('CREATE INDEX run_by_parameter_set ON run (derivation, parameter_set, seq DESC)');
  }
}
