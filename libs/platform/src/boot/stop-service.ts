import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Readiness } from '../health/readiness';
import { NatsLink } from '../nats/nats-link';
import { Refusals } from '../rpc/server/report-refusals';
import { RpcServer } from '../rpc/server/rpc-server';

/**
 * The order matters. HTTP requests of the gateway need the calls behind them, calls under way need Postgres and Redis, and
 * what jobs say last needs NATS: so HTTP ends first, then calls, then everything Nest holds, then the connection.
 */
export async function stopService(app: NestExpressApplication, readiness: Readiness, graceMs: number): Promise<void> {
  readiness.leave();
  await closeHttp(app, graceMs);
  await app.get(RpcServer).close();
  await app.get(Refusals).report();
  await app.close();
  await app.get(NatsLink).close();
}

/** Takes no new connections, lets requests under way finish, and cuts what is left after the grace. */
async function closeHttp(app: NestExpressApplication, graceMs: number): Promise<void> {
  const server = app.getHttpServer();
  const late = setTimeout(() => server.closeAllConnections(), graceMs);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearTimeout(late);
}
