import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** The operands of each metric, so that a query finds them without parsing expressions in SQL. */
export class NameMetricOperands extends ForwardMigration {
  override readonly name = 'name-metric-operands-1763640000100';

  override async up(change: SchemaChange): Promise<void> {
    await change.query("ALTER TABLE metric ADD COLUMN operands text[] NOT NULL DEFAULT '{}'");
    await change.query(
      "UPDATE metric SET operands = ARRAY[definition ->> 'numerator', definition ->> 'denominator'] WHERE definition ->> 'type' = 'ratio'",
    );
  }
}
