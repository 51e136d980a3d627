import { z } from 'zod';

/** An answer that is a file in the warehouse: the gateway streams it to the caller instead of sending JSON. */
export const fileReply = z.object({
  /** SHA-256 (hex) of the object in the warehouse. */
  object: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().nonnegative(),
  content_type: z.string(),
  file_name: z.string(),
  /** Shown in a browser instead of saved as a file; the gateway's headers forbid it to run scripts or load anything. */
  inline: z.boolean().optional(),
  /** Of a table: how many rows it has, and whether a limit left rows out. */
  rows: z.int().nonnegative().optional(),
  truncated: z.boolean().optional(),
  /** Of a table: the derivations it was read from that are not certified now. */
  uncertified: z.array(z.string()).optional(),
});
export type FileReply = z.infer<typeof fileReply>;
