import { z } from 'zod';
import { digest, objectName, timestamp } from '../json';

/** The alias that a bare model name is served by. */
export const CHAMPION = 'champion';

/** Tags as a person gives them; those of the service begin with `svc.`. */
const modelTags = z
  .record(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_./-]{0,249}$/, 'is not the name of a tag'), z.string().max(5000))
  .refine((it) => Object.keys(it).length <= 100, 'must have at most 100 tags');

/** What a person says of a model. Versions are added by training. */
export const modelDefinition = z.strictObject({
  description: z.string().max(10_000).default(''),
  tags: modelTags.default({}),
});
export type ModelDefinition = z.infer<typeof modelDefinition>;

/** Numbers and `latest` name versions of their own. */
export const modelAlias = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,63}$/, 'must start with a letter and contain only lower-case letters, digits, "_" and "-"')
  .refine((it) => it !== 'latest' && !/^v\d+$/.test(it), 'is reserved: "latest" and "v1" would look like versions');

export const versionNumber = z.int().positive().max(2_147_483_647);

/** What names a version: its number or an alias. */
export const versionRef = z
  .string()
  .regex(/^([1-9][0-9]{0,8}|[a-z][a-z0-9_-]{0,63})$/, 'must be a version or an alias');

/** A registered model. Which version a bare name stands for is in `aliases`, under `champion`. */
export const model = z.object({
  name: objectName,
  ...modelDefinition.shape,
  owner: z.string(),
  /** The newest version that is not deleted; null without one. */
  latest_version: versionNumber.nullable(),
  champion_version: versionNumber.nullable(),
  aliases: z.record(z.string(), versionNumber),
  /** Over description, tags, aliases and the newest version. */
  etag: digest,
  created_at: timestamp,
  updated_at: timestamp,
});
export type Model = z.infer<typeof model>;
