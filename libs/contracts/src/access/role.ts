import { z } from 'zod';

export const ROLES = ['viewer', 'editor', 'admin'] as const;
export const role = z.enum(ROLES);
export type Role = z.infer<typeof role>;
