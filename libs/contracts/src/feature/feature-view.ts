import { z } from 'zod';
import { column } from '../dataset/dataset';
import { objectName, sourceName } from '../json';
import { namedObject, objectVersion } from '../named-object/named-object';
import { columnName, entityDefinition } from './entity';

/** A hundred years; more would not limit anything. */
const MAX_TTL_SECONDS = 3_155_760_000;

/** Snapshots of features over time: the rows of a certified derivation, by entity and event time. */
export const featureViewDefinition = z.strictObject({
  /** A row belongs to one of each: their join keys together are the key of the view. */
  entities: z.array(objectName).min(1).max(16),
  source: sourceName,
  /** The event time: a date or timestamp, UTC if it has no time zone. Without it, the last row of a key always holds. */
  timestampField: columnName.optional(),
  /** How old a snapshot may be at the time that is asked for, inclusive; without it, any age. */
  ttlSeconds: z.int().min(1).max(MAX_TTL_SECONDS).optional(),
  /** Without it, every column of the source that is neither a join key nor the event time. */
  features: z
    .array(z.strictObject({ name: columnName, description: z.string().max(4096).optional() }))
    .min(1)
    .max(1000)
    .optional(),
  description: z.string().max(4096).default(''),
  tags: z.array(z.string().min(1).max(64)).max(50).default([]),
});
export type FeatureViewDefinition = z.infer<typeof featureViewDefinition>;

export const featureView = namedObject(featureViewDefinition);
export const featureViewVersion = objectVersion(featureViewDefinition);

/** A view and what its source is now. */
export const featureViewDetail = z.object({
  view: featureView,
  join_keys: z.array(z.object({ entity: objectName, column: z.string(), type: column.shape.type.nullable() })),
  /** Whether the source is certified now; what is not certified is not retrieved. */
  certified: z.boolean(),
  /** Why, in the words of the certification. */
  reason: z.string(),
  /** The features, with their types in the source; null when it is not known now. */
  schema: z.array(z.object({ name: z.string(), type: column.shape.type.nullable(), description: z.string() })),
});
export type FeatureViewDetail = z.infer<typeof featureViewDetail>;

/** The store as one document; objects of the store that it does not name are not its business. */
export const featureStore = z.strictObject({
  specVersion: z.literal('1.0'),
  kind: z.literal('FeatureStore'),
  entities: z
    .array(entityDefinition.extend({ name: objectName }))
    .max(1000)
    .default([]),
  featureViews: z
    .array(featureViewDefinition.extend({ name: objectName }))
    .max(1000)
    .default([]),
});
export type FeatureStore = z.infer<typeof featureStore>;
