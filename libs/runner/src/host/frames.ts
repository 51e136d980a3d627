import { digest, manifest } from '@svc/contracts';
import { z } from 'zod';
import {
  progressFrame,
  refusedFrame,
  scoredFrame,
  trainedFrame,
  trialFrame,
  type TrainingOrder,
} from './training-frames';

/** The longest line the host may send. */
export const MAX_FRAME_BYTES = 4 * 1024 * 1024;
const MAX_STATEMENT_LENGTH = 1_000_000;

const text = z.string();
const line = z.int().positive().nullable();
const sourceProblem = z.strictObject({ file: text.nullable(), line, message: text, traceback: text.nullable() });

/** What each derivation's function is, read from its source before any author's code ran. */
const codeFrame = z.strictObject({
  type: z.literal('code'),
  project_hash: digest,
  functions: z.array(
    z.strictObject({
      file: text,
      function: text,
      code_hash: digest,
      first_line: z.int().positive(),
      last_line: z.int().positive(),
    }),
  ),
});
export type CodeFrame = z.infer<typeof codeFrame>;

const hostManifest = manifest.omit({ code_hash: true, source_hash: true });
export type HostManifest = z.infer<typeof hostManifest>;

/**
 * Every message from the process inside the sandbox. The author's code can send them too, so a frame is
 * checked for shape and never trusted for content.
 */
export const hostFrame = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  codeFrame,
  z.strictObject({ type: z.literal('manifests'), manifests: z.array(hostManifest) }),
  z.strictObject({ type: z.literal('problems'), problems: z.array(sourceProblem).min(1) }),
  z.strictObject({
    type: z.literal('sql_request'),
    id: z.int().positive(),
    sql: text.min(1).max(MAX_STATEMENT_LENGTH),
  }),
  z.strictObject({
    type: z.literal('result'),
    output: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('table'), rows: z.int().nonnegative() }),
      z.strictObject({ kind: z.literal('relation'), sql: text.min(1).max(MAX_STATEMENT_LENGTH) }),
    ]),
  }),
  z.strictObject({
    type: z.literal('failure'),
    reason: z.enum(['raised', 'memory', 'disk', 'processes', 'bad-output', 'invalid-sql']),
    message: text,
    traceback: text.nullable(),
  }),
  progressFrame,
  trialFrame,
  trainedFrame,
  refusedFrame,
  scoredFrame,
]);
export type HostFrame = z.infer<typeof hostFrame>;

/** Messages from the trusted side to the host. */
export type Order =
  | TrainingOrder
  | { readonly type: 'describe'; readonly files: Readonly<Record<string, string>> }
  | {
      readonly type: 'run';
      readonly files: Readonly<Record<string, string>>;
      readonly entry: string;
      readonly function: string;
      readonly params: Readonly<Record<string, unknown>>;
      readonly clock_offset_seconds: number;
    };
/** The same with each mounted object's name and where it lies inside. */
export type OrderFrame = Order & { readonly inputs: Readonly<Record<string, string>> };
export type ReplyFrame =
  | { readonly type: 'sql_reply'; readonly id: number; readonly file: string }
  | { readonly type: 'sql_error'; readonly id: number; readonly message: string };
