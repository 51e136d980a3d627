import { fileReply, problemItems, type Problem } from '@svc/contracts';
import { headers, type MsgHdrs } from 'nats';
import { ClaimedAnswer } from '../../claim-check/claimed-answer';
import type { ClaimedPayloads } from '../../claim-check/claimed-payload';
import { type Form, HEADER } from '../../wire/headers';
import { toJson } from '../../wire/to-json';
import type { Callable } from '../callable';

/** A reply ready to be sent. */
export interface Reply {
  readonly bytes: Uint8Array;
  readonly headers?: MsgHdrs;
  /** What lies in the claim check store for its reader. */
  readonly claimed?: string;
}

const strictFileReply = fileReply.strict();

/** Encodes what a handler returned: validated against the call's response, unknown members stripped, large ones claimed. */
export async function writeReply(call: Callable, result: unknown, payloads: ClaimedPayloads): Promise<Reply> {
  if (result instanceof ClaimedAnswer)
    return { ...withForm('claim', payloads.ticketFor(result.ticket).bytes), claimed: result.ticket.object };
  const json = toJson(result);
  if (call.produces !== undefined && call.produces.length > 0) {
    const file = strictFileReply.safeParse(json);
    if (file.success) return { ...withForm('file', encode(file.data)), claimed: file.data.object };
  }
  const parsed = call.response.safeParse(json);
  if (!parsed.success)
    throw new Error(
      `the answer of "${call.name}" does not fit its schema: ${JSON.stringify(problemItems(parsed.error).slice(0, 5))}`,
    );
  const { bytes, claim } = await payloads.wrap(encode(parsed.data));
  return claim ? withForm('claim', bytes) : { bytes };
}

export function writeProblem(problem: Problem): Reply {
  return withForm('problem', encode(problem));
}

function withForm(form: Form, bytes: Uint8Array): Reply {
  const head = headers();
  head.set(HEADER.form, form);
  return { bytes, headers: head };
}

/** A schema may still put a BigInt or a Date into what it parsed; that must not stop the reply. */
function encode(value: unknown): Uint8Array {
  try {
    return Buffer.from(JSON.stringify(value) ?? 'null');
  } catch {
    return Buffer.from(JSON.stringify(toJson(value)));
  }
}
