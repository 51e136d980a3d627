import { Injectable } from '@nestjs/common';
import { afterCommit, execute, queryRow } from '@svc/platform';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { DeliverEvents } from '../deliver-events';
import { eventBody } from '../event-body';
import type { EventLog, NewEvent } from './event-log';

const eventRow = z.object({ id: z.uuid() });

/**
 * Events and their deliveries, in the transaction of what happened: an event is told exactly when that commits. A webhook that is
 * off gets a dead letter.
 */
@Injectable()
export class PostgresEventLog implements EventLog {
  constructor(private readonly delivering: DeliverEvents) {}

  async record(manager: EntityManager, events: readonly NewEvent[], at: Date): Promise<void> {
    for (const event of events) {
      const row = await queryRow(
        manager,
        eventRow,
        'INSERT INTO webhook_event (body, created_at) VALUES ($1, $2) RETURNING id',
        [eventBody(event.type, at, event.data), at],
      );
      await execute(
        manager,
        `INSERT INTO webhook_delivery (webhook, event, state, due_at, created_at)
         SELECT name, $1, CASE WHEN definition->'enabled' = 'true' AND disabled_reason IS NULL THEN 'waiting' ELSE 'dead' END, $3, $3
         FROM webhook WHERE definition->'events' = '[]' OR definition->'events' ? $2 ORDER BY name`,
        [row?.id, event.type, at],
      );
    }
    if (events.length > 0) afterCommit(manager, () => this.delivering.nudge());
  }
}
