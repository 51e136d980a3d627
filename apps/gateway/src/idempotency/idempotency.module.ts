import { Module } from '@nestjs/common';
import { PostgresIdempotencyStore } from './adapters/postgres-idempotency-store';
import { AnswerOnce } from './answer-once';
import { IDEMPOTENCY_STORE } from './idempotency.ports';

/** Answers a call with a key that was used before as it was answered then. */
@Module({
  providers: [AnswerOnce, { provide: IDEMPOTENCY_STORE, useClass: PostgresIdempotencyStore }],
  exports: [AnswerOnce],
})
export class IdempotencyModule {}
