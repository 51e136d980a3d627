import { platformConfig } from '@svc/platform';
import type { z } from 'zod';

/** The environment of model-service: the platform's; nothing of its own yet. */
export const configSchema = platformConfig;

export type Config = Readonly<z.output<typeof configSchema>>;
