import { modelSchema, modelVersionDetail, servingPath } from '@svc/contracts';
import { z } from 'zod';

/** What is kept of a version. Its aliases are the model's, so that they can move. */
export const versionContent = modelVersionDetail
  .omit({ model: true, version: true, aliases: true, job: true, created_by: true, created_at: true })
  .extend({
    signature: z.object({ inputs: modelSchema.shape.inputs, outputs: modelSchema.shape.outputs }),
    input_example: z.json(),
    /** Found out when it is registered. */
    serving: servingPath.default({
      path: 'none',
      replayed: null,
      reason: 'it was not compiled when it was registered',
    }),
  });
export type VersionContent = z.infer<typeof versionContent>;

/** A version as it is stored. */
export interface StoredVersion {
  readonly version: number;
  readonly content: VersionContent;
  readonly job: string;
  readonly author: string;
  readonly createdAt: Date;
}
