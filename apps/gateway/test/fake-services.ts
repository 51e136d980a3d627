import { appendAudit, type AuditEntry, auditEntry, principal, type Principal, ProblemError } from '@svc/contracts';
import { connect, headers, type Msg, type NatsConnection } from 'nats';
import { z } from 'zod';

/** What a fake service knows of one call. */
export interface FakeCall {
  readonly subject: string;
  readonly request: unknown;
  readonly traceparent: string;
  readonly deadline: number;
  readonly principal: Principal;
}

/** Answers a call, refuses it with a `ProblemError`, or never answers. */
export type FakeAnswer = (call: FakeCall) => unknown;

const claims = z.object({ principal });

/** All other services, on real NATS: they answer as configured, keep the audit log in memory and remember their calls. */
export class FakeServices {
  readonly calls: FakeCall[] = [];
  readonly audit: AuditEntry[] = [];
  /** How many messages brought them. */
  auditBatches = 0;
  /** Replaced by tests of the audit log's absence. */
  onAudit: () => void | Promise<void> = () => undefined;
  private readonly answers = new Map<string, FakeAnswer>();

  private constructor(private readonly connection: NatsConnection) {}

  static async start(url: string): Promise<FakeServices> {
    const fake = new FakeServices(await connect({ servers: url, maxReconnectAttempts: -1, reconnectTimeWait: 100 }));
    for (const service of ['cert', 'compute', 'metrics', 'model', 'feature']) {
      fake.connection.subscribe(`svc.${service}.>`, { callback: (_error, message) => void fake.receive(message) });
    }
    await fake.connection.flush();
    return fake;
  }

  /** From now on calls of this subject get this answer. Without one a call is refused with `conflict`: it arrived. */
  on(subject: string, answer: FakeAnswer): void {
    this.answers.set(subject, answer);
  }

  publish(subject: string): void {
    this.connection.publish(subject, '');
  }

  async stop(): Promise<void> {
    await this.connection.close();
  }

  private async receive(message: Msg): Promise<void> {
    if (message.reply === undefined || message.reply === '') return;
    if (message.subject === appendAudit.subject) {
      await this.answer(message, () => this.append(message));
      return;
    }
    // A caller that waits long asks whether the call is still running: it is.
    if (PRESENCE.test(message.subject)) {
      message.respond('');
      return;
    }
    const call = readCall(message);
    this.calls.push(call);
    const answer = this.answers.get(message.subject) ?? arrived;
    await this.answer(message, () => answer(call));
  }

  private async append(message: Msg): Promise<unknown> {
    await this.onAudit();
    const { entries } = z.object({ entries: z.array(auditEntry) }).parse(message.json());
    const known = new Set(this.audit.map((it) => it.id));
    this.audit.push(...entries.filter((it) => !known.has(it.id)));
    this.auditBatches += 1;
    return { appended: entries.length, last_seq: this.audit.length };
  }

  private async answer(message: Msg, work: () => unknown): Promise<void> {
    try {
      const value = await work();
      const form = value instanceof FakeForm ? value : null;
      const head = headers();
      if (form !== null) head.set('svc-form', form.form);
      message.respond(JSON.stringify(form === null ? value : form.value), { headers: head });
    } catch (error) {
      const head = headers();
      head.set('svc-form', 'problem');
      const problem =
        error instanceof ProblemError ? error.toProblem() : new ProblemError('internal', String(error)).toProblem();
      message.respond(JSON.stringify(problem), { headers: head });
    }
  }
}

/** An answer that travels as a claim check or a file. */
export class FakeForm {
  constructor(
    readonly form: 'claim' | 'file',
    readonly value: unknown,
  ) {}
}

const PRESENCE = /\.call\.presence$/;

const arrived: FakeAnswer = ({ subject }) => {
  throw new ProblemError('conflict', `arrived at ${subject}`);
};

function readCall(message: Msg): FakeCall {
  const token = message.headers?.get('svc-principal') ?? '';
  const { principal: caller } = claims.parse(
    JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()),
  );
  return {
    subject: message.subject,
    request: message.json(),
    traceparent: message.headers?.get('traceparent') ?? '',
    deadline: Number(message.headers?.get('svc-deadline')),
    principal: caller,
  };
}
