import { Inject, Injectable } from '@nestjs/common';
import { type AuditEntry, leadAudit, ProblemError, type ResponseOf } from '@svc/contracts';
import {
  HEADER,
  LOGGER,
  NatsLink,
  parseJson,
  PrincipalVerifier,
  problemOf,
  RpcClient,
  servicePrincipal,
} from '@svc/platform';
import type { Msg } from 'nats';
import type { Logger } from 'pino';
import type { LeadChannel, Written } from '../audit.ports';

const SELF = servicePrincipal('cert');
/** Below the size at which the platform would use a claim check. */
const MESSAGE_BYTES = 200 * 1024;

type Write = (entries: readonly AuditEntry[]) => Promise<Written | null>;
type Answer = ResponseOf<typeof leadAudit>;

/** A subject that only the writer of the log subscribes to: without one, NATS reports it at once. */
@Injectable()
export class LeadSubject implements LeadChannel {
  constructor(
    private readonly link: NatsLink,
    private readonly rpc: RpcClient,
    private readonly verifier: PrincipalVerifier,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get open(): boolean {
    return this.link.connected;
  }

  onLoss(listener: () => void): void {
    this.link.onLoss(listener);
  }

  async ask(entries: readonly AuditEntry[], deadline: number, signal: AbortSignal): Promise<Written | null> {
    let all: Written = { appended: 0, last_seq: 0 };
    for (const part of parts(entries)) {
      const written = await this.askPart(part, deadline, signal);
      if (written === null) return null;
      all = { appended: all.appended + written.appended, last_seq: Math.max(all.last_seq, written.last_seq) };
    }
    return all;
  }

  serve(write: Write): () => Promise<void> {
    const working = new Set<Promise<void>>();
    const unsubscribe = this.link.subscribe(leadAudit.subject, (message) => {
      const work = this.answer(message, write)
        .then((answer) => {
          message.respond(Buffer.from(JSON.stringify(answer)));
        })
        .catch((error: unknown) => {
          this.logger.warn({ err: error }, 'a reply about the audit log could not be sent');
        })
        .finally(() => working.delete(work));
      working.add(work);
    });
    return async () => {
      await unsubscribe();
      await Promise.all(working);
    };
  }

  private async askPart(entries: AuditEntry[], deadline: number, signal: AbortSignal): Promise<Written | null> {
    const answer = await this.call(entries, deadline, signal);
    switch (answer.outcome) {
      case 'written':
        return { appended: answer.appended, last_seq: answer.last_seq };
      case 'not-leading':
        return null;
      case 'refused':
        throw ProblemError.fromProblem(answer.problem);
    }
  }

  private async call(entries: AuditEntry[], deadline: number, signal: AbortSignal): Promise<Answer> {
    try {
      return await this.rpc.call(leadAudit, { entries }, { principal: SELF, deadline, signal });
    } catch (error) {
      const nobody =
        error instanceof ProblemError && (error.code === 'unavailable' || error.code === 'deadline-exceeded');
      if (nobody) return { outcome: 'not-leading' };
      throw error;
    }
  }

  /** The platform's own server cannot be used here: it serves a subject always or never. */
  private async answer({ headers, data }: Msg, write: Write): Promise<Answer> {
    try {
      const principal = this.verifier.verify(headers?.get(HEADER.principal));
      this.verifier.verifySender(headers?.get(HEADER.sender), leadAudit.subject, principal);
      if (principal.id !== SELF.id)
        throw new ProblemError('forbidden', 'Only the replicas of cert-service pass entries on.');
      const { entries } = leadAudit.request.parse(parseJson(data));
      const written = await write(entries);
      return written === null ? { outcome: 'not-leading' } : { outcome: 'written', ...written };
    } catch (error) {
      if (!(error instanceof ProblemError))
        this.logger.error({ err: error }, 'entries that were passed on could not be written');
      return { outcome: 'refused', problem: problemOf(error, '') };
    }
  }
}

/** The entries in messages of a limited size, in order. */
function parts(entries: readonly AuditEntry[]): AuditEntry[][] {
  const found: AuditEntry[][] = [];
  let room = 0;
  for (const entry of entries) {
    const bytes = Buffer.byteLength(JSON.stringify(entry));
    const last = found.at(-1);
    if (last === undefined || bytes > room) {
      found.push([entry]);
      room = MESSAGE_BYTES - bytes;
    } else {
      last.push(entry);
      room -= bytes + 1;
    }
  }
  return found;
}
