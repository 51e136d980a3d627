import { Module } from '@nestjs/common';
import { PostgresSessionStore } from './adapters/postgres-session-store';
import { SESSION_STORE } from './session.ports';
import { Sessions } from './sessions';

/** Sessions of browsers, as they are stored. */
@Module({
  providers: [Sessions, { provide: SESSION_STORE, useClass: PostgresSessionStore }],
  exports: [Sessions, SESSION_STORE],
})
export class SessionModule {}
