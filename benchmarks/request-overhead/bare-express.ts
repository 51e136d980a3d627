import { readFileSync } from 'node:fs';
import express from 'express';

/**
 * What an Express server without any of svc does: it answers every GET with the JSON in the file named by `argv[2]`, made
 * into text anew each time. Tells its parent the port it got.
 */
const answer: unknown = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.get('/api/metrics/:name', (_request, response) => {
  response.json(answer);
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.send?.(address.port);
});
// It ends with whoever started it, however that ended.
process.once('disconnect', () => process.exit());
