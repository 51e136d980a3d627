import type { IncomingMessage } from 'node:http';
import { type Endpoint, jsonPointer, ProblemError, problemItems } from '@svc/contracts';
import { z } from 'zod';
import { parseBody } from '../request/parse-body';
import { type FormLimits, readForm } from './read-form';
import type { StagedUpload, UploadArea } from './upload.ports';

/** The body of an operation that takes a file: its form fields, and where the file was staged. */
export interface ReceivedUpload {
  readonly body: Readonly<Record<string, unknown>>;
  readonly staged: StagedUpload;
}

/** Streams the file of a form to the staging area and reads the other fields. When it rejects, nothing is left there. */
export async function receiveUpload(
  endpoint: Endpoint,
  request: IncomingMessage,
  area: UploadArea,
  limits: FormLimits,
): Promise<ReceivedUpload> {
  const { fields, file } = await readForm(request, limits, async (fileName, bytes, before) => {
    await refuseEarly(bytes, () => requireFits(endpoint.body, fieldValues(endpoint.body, before)));
    const staged = await area.stage(bytes);
    return { fileName, staged, discard: () => staged.discard() };
  });
  try {
    const upload = { staged: file.staged.id, bytes: file.staged.bytes, file_name: file.fileName };
    return { body: { ...fieldValues(endpoint.body, fields), upload }, staged: file.staged };
  } catch (error) {
    await file.staged.discard();
    throw error;
  }
}

/** How much is read of a file whose fields are refused: clients that are still writing do not read an answer. */
const MAX_PASSED_OVER_BYTES = 1024 * 1024;

/** A wrong field is refused before the file is received, which may be many gigabytes; a small file is skipped. */
async function refuseEarly(bytes: AsyncIterable<Uint8Array>, check: () => void): Promise<void> {
  try {
    check();
  } catch (error) {
    let passed = 0;
    for await (const chunk of bytes) {
      passed += chunk.length;
      if (passed > MAX_PASSED_OVER_BYTES) break;
    }
    throw error;
  }
}

/** Fields may also follow the file, so none is missing yet. */
function requireFits(schema: z.ZodType, values: Readonly<Record<string, unknown>>): void {
  if (!(schema instanceof z.ZodObject)) return;
  const parsed = schema.partial().safeParse(values);
  if (parsed.success) return;
  const errors = problemItems(parsed.error, ['body']);
  throw new ProblemError(
    'invalid-request',
    `The form is not valid: ${errors[0]?.pointer ?? ''} ${errors[0]?.message ?? ''}.`,
    {
      errors,
    },
  );
}

/** The text itself where the schema takes text, else the JSON that it contains. Only the gateway sets `upload`. */
function fieldValues(schema: z.ZodType, fields: readonly (readonly [string, string])[]): Record<string, unknown> {
  const values = new Map<string, unknown>();
  for (const [name, text] of fields) {
    if (name === 'upload') throw refused(name, 'is not a known member');
    if (values.has(name)) throw refused(name, 'is given more than once');
    if (text.includes('\0')) throw refused(name, 'contains U+0000, which is not accepted');
    values.set(name, valueOf(schema instanceof z.ZodObject ? schema.shape[name] : undefined, text));
  }
  return Object.fromEntries(values);
}

function valueOf(schema: unknown, text: string): unknown {
  if (!(schema instanceof z.ZodType) || schema.safeParse(text).success) return text;
  // The same parser as for bodies: what it refuses (a name that reaches a prototype, excessive nesting) stays text, which the schema refuses.
  try {
    return parseBody(Buffer.from(text));
  } catch {
    return text;
  }
}

function refused(name: string, message: string): ProblemError {
  const pointer = jsonPointer(['body', name]);
  return new ProblemError('invalid-request', `The form is not valid: ${pointer} ${message}.`, {
    errors: [{ pointer, message }],
  });
}
