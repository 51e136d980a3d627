import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** Sealed files of the audit log with a copy in the warehouse, and which of them retention has removed. */
export class CreateAuditSegment extends ForwardMigration {
  override readonly name = 'create-audit-segment-1763600000300';

  override async up(change: SchemaChange): Promise<void> {
    await change.query(`
      CREATE TABLE audit_segment (
        first_seq bigint PRIMARY KEY,
        last_seq bigint NOT NULL,
        name text NOT NULL,
        object text NOT NULL,
        bytes bigint NOT NULL,
        archived_at timestamptz NOT NULL DEFAULT now(),
        removed_at timestamptz
      )`);
  }
}
