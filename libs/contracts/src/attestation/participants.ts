import { z } from 'zod';

const flowSide = z.looseObject({ label: z.string(), rows: z.int(), missing: z.int(), analysed: z.int() });

/** How many rows took part in a test, and where the others went. */
const flow = z.looseObject({
  sources: z.array(z.looseObject({ name: z.string(), rows: z.int() })),
  started: z.int().nullable(),
  rows: z.int(),
  copies: z.int(),
  missing: z.array(z.looseObject({ column: z.string(), count: z.int() })),
  incomplete: z.int(),
  analysed: z.int(),
  estimated_from: z.int(),
  by: z.string().nullable(),
  sides: z.array(flowSide),
  bounds: z.looseObject({ method: z.enum(['Manski', 'Lee']), low: z.number(), high: z.number() }).nullable(),
});

/** How far apart the sides are in a column, in standard deviations, before and after adjustment. */
const balanceLine = z.looseObject({
  column: z.string(),
  before: z.number(),
  after: z.number(),
  adjusted: z.boolean(),
});

/**
 * What an attestation, or the certificate over it, says of the rows that took part. Reports from before the oracle said
 * it have a null flow and no balance.
 */
export const participants = z.looseObject({
  flow: flow.nullable().catch(null),
  balance: z.array(balanceLine).catch([]),
});
export type Participants = z.infer<typeof participants>;
