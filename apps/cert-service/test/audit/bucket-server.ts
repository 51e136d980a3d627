import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** The part of the S3 protocol that anchors need: objects by path, conditional writes, reads, and errors as XML. */
export class BucketServer {
  /** `bucket/key` → content. */
  readonly objects = new Map<string, string>();
  /** The credential scope of each request: `key id/date/region/service`. */
  readonly scopes: string[] = [];
  /** The answer to everything, while set. */
  refusal: { readonly status: number; readonly code: string } | null = null;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {
    server.on('request', (request, response) => void this.serve(request, response));
  }

  static async start(): Promise<BucketServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the bucket server has no port');
    return new BucketServer(server, `http://127.0.0.1:${address.port}`);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { pathname } = new URL(request.url ?? '/', this.url);
    const name = decodeURIComponent(pathname.slice(1));
    const [, scope = ''] =
      /^AWS4-HMAC-SHA256 Credential=([^,]+)\/aws4_request,/.exec(request.headers.authorization ?? '') ?? [];
    this.scopes.push(scope);
    const known = this.objects.get(name);
    if (this.refusal !== null) refuse(response, this.refusal.status, this.refusal.code);
    else if (request.method === 'PUT' && request.headers['if-none-match'] === '*' && known !== undefined)
      refuse(response, 412, 'PreconditionFailed');
    else if (request.method === 'PUT') {
      this.objects.set(name, body);
      response.writeHead(200, { etag: '"1"' }).end();
    } else if (request.method === 'GET' && known !== undefined)
      response.writeHead(200, { 'content-type': 'text/plain' }).end(known);
    else refuse(response, 404, 'NoSuchKey');
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>refused</Message></Error>`);
}
