import { z } from 'zod';

const quantity = z.string().regex(/^\d+(\.\d+)?(m|[KMGT]i?)?$/, 'must be a quantity such as 500m, 2 or 4Gi');
const seconds = z.int().min(1).max(86_400);
/** A number in text, as charts carry it. */
const decimal = z.string().regex(/^\d+(\.\d+)?$/, 'must be a number in quotes');

/** A named size of a kernel or run. */
export const computeProfile = z.strictObject({
  name: z.string().min(1),
  cpu: quantity.optional(),
  memory: quantity.optional(),
  gpu: z.int().min(0).optional(),
  gpuType: z.string().optional(),
  image: z.string().optional(),
  idleTimeout: seconds.optional(),
  maxRuntime: seconds.optional(),
  egress: z.union([z.enum(['full', 'none']), z.array(z.string())]).optional(),
  allowedGroups: z.array(z.string()).optional(),
  spot: z.boolean().optional(),
  runtimeClass: z.string().optional(),
  warmPoolSize: z.int().min(0).optional(),
  shared: z.boolean().optional(),
  hidden: z.array(z.string()).optional(),
});

/** The `compute` block of `svc.yaml` and of the chart's values. */
export const computeConfiguration = z.strictObject({
  profiles: z.array(computeProfile).optional(),
  defaultProfile: z.string().optional(),
  depsStorageClass: z.string().optional(),
  networkPolicy: z.strictObject({ allowedCIDRs: z.array(z.string()) }).optional(),
  queryRunner: z.enum(['', 'worker', 'inprocess']).optional(),
  queryPoolSize: z.int().min(1).max(1000).optional(),
  queryTimeoutSeconds: seconds.optional(),
  maxCostPerHour: decimal.optional(),
  spendLimit: decimal.optional(),
  costRates: z.string().optional(),
});
export type ComputeConfiguration = z.infer<typeof computeConfiguration>;
