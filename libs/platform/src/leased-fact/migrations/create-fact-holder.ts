import { ForwardMigration, type SchemaChange } from '../../data/data-options';

/** The replicas, of this and of other services, that may hold leases on what this schema says. */
export class CreateFactHolder extends ForwardMigration {
  override readonly name = 'create-fact-holder-1764000000200';

  override async up(change: SchemaChange): Promise<void> {
    await change.query('CREATE TABLE fact_holder (holder uuid PRIMARY KEY, lapsed uuid)');
  }
}
