import { z } from 'zod';

/** The system's message for a file that cannot be read or written. */
export const fileError = z.object({ code: z.string(), syscall: z.string(), message: z.string() });
