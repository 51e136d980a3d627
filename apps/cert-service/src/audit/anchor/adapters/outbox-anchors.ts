import { Injectable } from '@nestjs/common';
import { readUnverifiedCheckpoint } from '@svc/audit-chain';
import { inTransaction, Outbox } from '@svc/platform';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { AnchorDestination, AnchorQueue } from '../anchor.ports';

const payload = z.object({ note: z.string(), at: z.string() });

/** The outbox, with a topic and a message for each destination: an unreachable one does not delay the others. */
@Injectable()
export class OutboxAnchors implements AnchorQueue {
  constructor(
    private readonly source: DataSource,
    private readonly outbox: Outbox,
  ) {}

  serve(destination: AnchorDestination): void {
    this.outbox.register(topicOf(destination), async ({ id, payload: content }) => {
      const { note, at } = payload.parse(content);
      await destination.publish({ id, note, at, ...readUnverifiedCheckpoint(note) });
    });
  }

  async put(destinations: readonly AnchorDestination[], note: string, at: Date): Promise<void> {
    await inTransaction(this.source, async (manager) => {
      for (const destination of destinations) {
        await this.outbox.add(manager, { topic: topicOf(destination), payload: { note, at: at.toISOString() } });
      }
    });
  }
}

function topicOf({ name }: AnchorDestination): string {
  return `audit.anchor.${name}`;
}
