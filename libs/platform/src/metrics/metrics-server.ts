import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { PlatformMetrics } from './platform-metrics';

/** Where scrapers read. */
export interface MetricsServer {
  readonly url: string;
  close(): void;
}

/** Serves `/metrics` on an address of its own: it needs no token, so it is not for the port that callers reach. */
export async function serveMetrics(metrics: PlatformMetrics, host: string, port: number): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
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
