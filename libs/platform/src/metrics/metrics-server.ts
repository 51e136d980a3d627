import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { PlatformMetrics } from './platform-metrics';

/** Where scrapers read. */
export interface MetricsServer {
  readonly url: string;
  close(): void;
}

/** Scrapers come every few seconds. Half a megabyte each, more would take the processor from callers. */
const READINGS_PER_SECOND = 5;

/**
 * Serves `/metrics` on an address of its own: it needs no token, so it is not for the port that callers reach. Whoever
 * reads there faster than any scraper is told to wait (429), since writing that much text holds up everything else.
 */
export async function serveMetrics(
  metrics: Pick<PlatformMetrics, 'text' | 'registry'>,
  host: string,
  port: number,
  now: () => number = () => performance.now(),
): Promise<MetricsServer> {
  let window = { from: now(), readings: 0 };
  const mayRead = (): boolean => {
    if (now() - window.from >= 1_000) window = { from: now(), readings: 0 };
    window.readings += 1;
    return window.readings <= READINGS_PER_SECOND;
  };
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    if (!mayRead()) {
      response.writeHead(429, { 'retry-after': '1' }).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: urlOf(server, host),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function urlOf(server: Server, host: string): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server of /metrics has no port');
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}
