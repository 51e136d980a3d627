import { z } from 'zod';

/** Bounds that keep a document from taking the process's memory; engines export less. */
const MAX_WIDTH = 100_000;
const MAX_NODES = 2_000_000;

const index = z.int().nonnegative().max(MAX_NODES);
const numbers = z.array(z.number()).max(MAX_NODES);
const indexes = z.array(index).max(MAX_NODES);

const input = z.discriminatedUnion('kind', [
  z.object({ name: z.string(), kind: z.enum(['number', 'boolean', 'datetime']) }),
  z.object({ name: z.string(), kind: z.literal('category'), categories: z.array(z.string()).max(MAX_WIDTH) }),
]);
export type FlatInput = z.infer<typeof input>;

const column = z.discriminatedUnion('op', [
  z.object({ input: index, op: z.enum(['value', 'code']) }),
  z.object({ input: index, op: z.literal('is'), category: index }),
]);
export type FlatColumn = z.infer<typeof column>;

const linear = z.object({
  kind: z.literal('linear'),
  fill: numbers,
  mean: numbers,
  scale: numbers,
  coef: z.array(numbers).min(1),
  intercept: numbers,
});
export type FlatLinear = z.infer<typeof linear>;

const tree = z.object({
  /** The raw score that leaves add to; null: every leaf has a number for each raw score. */
  output: index.nullable(),
  /** −1: a leaf. */
  feature: z.array(z.int().min(-1).max(MAX_WIDTH)).min(1).max(MAX_NODES),
  threshold: numbers,
  left: indexes,
  right: indexes,
  /** Where NaN goes: 0 as zero would, 1 left, 2 right; 3 and 4 the same for NaN and for what is nearly zero. */
  missing: z.array(z.int().min(0).max(4)).max(MAX_NODES),
  sets: z.array(indexes.nullable()).max(MAX_NODES),
  value: z.array(z.union([z.number(), numbers])).max(MAX_NODES),
});
export type FlatTree = z.infer<typeof tree>;

const trees = z.object({
  kind: z.literal('trees'),
  input: z.enum(['float64', 'float32']),
  compare: z.enum(['<=', '<']),
  sum: z.enum(['float64', 'float32']),
  base: numbers.min(1),
  divide: z.number().positive(),
  trees: z.array(tree),
});
export type FlatTrees = z.infer<typeof trees>;

const member = z.object({
  weight: z.number(),
  link: z.enum(['identity', 'sigmoid', 'softmax', 'probability']),
  columns: z.array(index).max(MAX_WIDTH),
  model: z.discriminatedUnion('kind', [linear, trees]),
});
export type FlatMember = z.infer<typeof member>;

const label = z.union([z.string(), z.number(), z.boolean()]);
export type Label = z.infer<typeof label>;

/** `flat_scorer.json` of an archive; what it means is in `python/svc_engines/README.md`, "The flat scorer". */
export const flatDocument = z.object({
  version: z.literal(1),
  task: z.enum(['classification', 'regression']),
  classes: z.array(label).min(2).nullable(),
  inputs: z.array(input).max(MAX_WIDTH),
  columns: z.array(column).max(MAX_WIDTH),
  members: z.array(member).min(1),
});

/** The document contradicts itself or does not fit its schema; says where. */
export class BadScorer extends Error {
  override readonly name = 'BadScorer';
}
