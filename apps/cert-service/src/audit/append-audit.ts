import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type AuditEntry, type Principal, ProblemError } from '@svc/contracts';
import { REFUSED } from '@svc/platform';
import { type AuditLog, LEAD_CHANNEL, type LeadChannel, type Written } from './audit.ports';
import { unwritable } from './audit-problem';
import { LogLeader } from './log-leader';

/** The writer answers within milliseconds; a longer wait means that its process died. */
const ANSWER_WITHIN_MS = 1_500;
const PAUSE_MS = 50;
/** Time left to tell the caller that there was no answer. */
const LAST_WORD_MS = 100;
const PATIENCE_MS = 10_000;

/** Appends through whichever replica currently writes the log, and waits while there is none. */
@Injectable()
export class AppendAudit implements AuditLog {
  constructor(
    private readonly leader: LogLeader,
    @Inject(LEAD_CHANNEL) private readonly channel: LeadChannel,
  ) {}

  async append(entries: readonly AuditEntry[], deadline = Date.now() + PATIENCE_MS): Promise<Written> {
    requireOwnWords(entries);
    for (;;) {
      const written = (await this.leader.write(entries)) ?? (await this.askLeader(entries, deadline));
      if (written !== null) return written;
      if (this.leader.state === 'away' || Date.now() + PAUSE_MS + LAST_WORD_MS >= deadline) throw unwritable();
      await delay(PAUSE_MS);
    }
  }

  /** Entries of another service; rejects with `forbidden` for what that service may not record. */
  async appendFrom(sender: Principal, entries: readonly AuditEntry[], deadline: number): Promise<Written> {
    requireOwnRefusals(entries, sender);
    return this.append(entries, deadline);
  }

  /** Aborts when this replica itself becomes the writer: then the one that was asked is gone. */
  private async askLeader(entries: readonly AuditEntry[], deadline: number): Promise<Written | null> {
    const attempt = new AbortController();
    const forget = this.leader.onBeginning(() => {
      attempt.abort();
    });
    try {
      return await this.channel.ask(
        entries,
        Math.min(deadline - LAST_WORD_MS, Date.now() + ANSWER_WITHIN_MS),
        attempt.signal,
      );
    } finally {
      forget();
    }
  }
}

/** Actions of the log itself, which only the log may record. */
function requireOwnWords(entries: readonly AuditEntry[]): void {
  const at = entries.findIndex((it) => it.action.startsWith('log.') || it.actor === 'svc:audit-log');
  if (at === -1) return;
  throw new ProblemError(
    'invalid-request',
    'Actions that begin with "log." and the actor "svc:audit-log" are reserved for the log.',
    {
      errors: [{ pointer: `/body/entries/${at}`, message: 'is reserved for the log' }],
    },
  );
}

/** The gateway records what people do; every other service only its own refusals, so that nobody else writes history. */
function requireOwnRefusals(entries: readonly AuditEntry[], { id }: Principal): void {
  if (id === 'service:gateway') return;
  const own = entries.every(
    ({ action, detail }) => action === REFUSED && id === `service:${String(detail['service'])}`,
  );
  if (!own) throw new ProblemError('forbidden', `"${id}" may only record its own refusals in the audit log.`);
}
