import { z } from 'zod';
import { internalCall } from '../endpoint/endpoint';
import { digest } from '../json';

const table = z.strictObject({ object: z.string(), data_hash: digest });

/** Which of these tables the evidence of a service stands on, by their objects: their bytes must stay. */
const heldBy = (service: 'cert' | 'model') =>
  internalCall({
    name: 'evidence.held',
    subject: `svc.${service}.evidence.held`,
    request: z.strictObject({ tables: z.array(table).min(1).max(100) }),
    response: z.object({ held: z.array(z.string()) }),
  });

/** By runs and certificates. */
export const heldByRuns = heldBy('cert');
/** By versions of models. */
export const heldByModels = heldBy('model');
