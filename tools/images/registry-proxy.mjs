import { createServer, request } from 'node:http';
import { connect } from 'node:net';

/** A forward proxy for image builds on an engine without a network: to the package registries, and nowhere else. */
const REGISTRIES = new Set(['registry.npmjs.org', 'pypi.org', 'files.pythonhosted.org', 'deb.debian.org']);
const [, , host, port] = process.argv;

const server = createServer((incoming, answer) => {
  const url = URL.canParse(incoming.url) ? new URL(incoming.url) : null;
  if (url === null || url.protocol !== 'http:' || !REGISTRIES.has(url.hostname)) {
    answer.writeHead(403).end();
    return;
  }
  const outgoing = request(url, { method: incoming.method, headers: incoming.headers }, (it) => {
    answer.writeHead(it.statusCode ?? 502, it.headers);
    it.pipe(answer);
  });
  outgoing.on('error', () => answer.destroy());
  incoming.pipe(outgoing);
});
server.on('connect', (incoming, client) => {
  const [name, target] = incoming.url.split(':');
  client.on('error', () => undefined);
  if (!REGISTRIES.has(name) || target !== '443') {
    client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    return;
  }
  const registry = connect(443, name, () => {
    client.write('HTTP/1.1 200 OK\r\n\r\n');
    registry.pipe(client).pipe(registry);
  });
  registry.on('error', () => client.destroy());
  client.on('close', () => registry.destroy());
});
server.listen(Number(port), host);
