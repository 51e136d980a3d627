import { z } from 'zod';
import { ForwardMigration, type SchemaChange } from '../../src/data/data-options';
import { CreateFactHolder } from '../../src/leased-fact/migrations/create-fact-holder';

export const KEYS = ['one', 'two', 'three'];
export const QUESTION = 'svc.cert.test.fact';

const terms = z.object({ leaseMs: z.number(), marginMs: z.number() });
export const replicaOptions = z.object({
  role: z.enum(['cert', 'metrics']),
  nats: z.string(),
  postgres: z.string(),
  terms,
  /** Of a holder that does not keep to those of its owner. */
  holderTerms: terms.optional(),
});
export type ReplicaOptions = z.output<typeof replicaOptions>;

class CreateFact extends ForwardMigration {
  override readonly name = 'create-fact-1999900000000';

  override async up(change: SchemaChange): Promise<void> {
    await change.query('CREATE TABLE fact (key text PRIMARY KEY, version int NOT NULL)');
    await change.query('INSERT INTO fact SELECT key, 0 FROM unnest($1::text[]) AS key', [KEYS]);
  }
}

export const FACT_MIGRATIONS = [CreateFactHolder, CreateFact];
