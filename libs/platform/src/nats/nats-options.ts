import type { ServiceName } from '@svc/contracts';
import type { ConnectionOptions } from 'nats';
import { ConfigError } from '../config/config-error';

export interface NatsSettings {
  readonly SVC_NATS_URL: string;
  readonly SVC_NATS_USER?: string | undefined;
  readonly SVC_NATS_PASSWORD?: string | undefined;
}

/**
 * How a service connects. The client's defaults give up for good after ten tries (20 s), which leaves a process alive and
 * deaf, and notice a dead peer only after four minutes. Ours try for ever, also after refused credentials: a server that is
 * restarted with a fresh configuration may refuse us for a moment.
 */
export function natsOptions(service: ServiceName, settings: NatsSettings): ConnectionOptions {
  const servers = settings.SVC_NATS_URL.split(',').map(parse);
  const first = servers[0];
  const user = settings.SVC_NATS_USER ?? (first?.username ? decodeURIComponent(first.username) : undefined);
  const pass = settings.SVC_NATS_PASSWORD ?? (first?.password ? decodeURIComponent(first.password) : undefined);
  return {
    name: `svc-${service}`,
    servers: servers.map((url) => url.host),
    // A private inbox, so that permissions can keep one service from reading another's replies.
    inboxPrefix: `_INBOX_${service}`,
    ...(user === undefined ? {} : { user, pass: pass ?? '' }),
    ...(first?.protocol === 'tls:' ? { tls: {} } : {}),
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: 500,
    reconnectJitter: 250,
    pingInterval: 20_000,
    maxPingOut: 2,
    timeout: 5_000,
    // An error object per request costs more than the request.
    noAsyncTraces: true,
  };
}

function parse(text: string): URL {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (url === null || !['nats:', 'tls:'].includes(url.protocol) || url.host === '') {
    throw new ConfigError([
      'SVC_NATS_URL is not usable. Set it to one or more nats://host:port or tls://host:port, comma separated.',
    ]);
  }
  return url;
}
