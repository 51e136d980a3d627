import { z } from 'zod';

/** What the system says when it cannot read or write a file. */
export const fileError = z.object({ code: z.string(), syscall: z.string(), message: z.string() });
