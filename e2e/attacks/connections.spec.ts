import { connect, type Socket } from 'node:net';
import { Attacker } from './wire';

let by: Attacker;
let host: string;
let auth: string;
beforeAll(async () => {
  by = await Attacker.begin();
  host = new URL(by.base).host;
  auth = `Authorization: Bearer ${by.token}\r\n`;
});
const statuses = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
const BODY = '{"sql":"select 1"}';
const post = (headers: string, body = BODY) =>
  `POST /api/sql HTTP/1.1\r\nHost: ${host}\r\n${auth}Content-Type: application/json\r\n${headers}\r\n${body}`;
const hidden = () => `GET /api/audit/records HTTP/1.1\r\nHost: ${host}\r\n${auth}\r\n`;

describe('a request in which another one hides', () => {
  it.each([
    ['Content-Length and Transfer-Encoding', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'],
    ['Transfer-Encoding and Content-Length', 'Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', '0\r\n\r\n'],
    ['two lengths', 'Content-Length: 18\r\nContent-Length: 0\r\n', BODY],
    ['a list of lengths', 'Content-Length: 18, 0\r\n', BODY],
    ['a length with a sign', 'Content-Length: +18\r\n', BODY],
    ['a length in hex', 'Content-Length: 0x12\r\n', BODY],
    ['an unknown coding after chunked', 'Transfer-Encoding: chunked, identity\r\n', '0\r\n\r\n'],
    ['a coding with a tab', 'Transfer-Encoding:\tchunked\r\nContent-Length: 5\r\n', '0\r\n\r\n'],
    ['a space before the colon', 'Content-Length : 18\r\n', BODY],
    ['a folded header', 'X: a\r\n Content-Length: 18\r\n', BODY],
    ['a chunk with a size that is none', 'Transfer-Encoding: chunked\r\n', '0x5\r\nhello\r\n0\r\n\r\n'],
    ['a chunk that is longer than it says', 'Transfer-Encoding: chunked\r\n', '3\r\nhello\r\n0\r\n\r\n'],
    ['lines that end in a line feed', 'X: a\nContent-Length: 18\r\n', BODY],
    ['a zero in a header', 'X: a\0b\r\nContent-Length: 18\r\n', BODY],
  ])('is refused and its line closed, and the other one is never answered: %s', async (_what, headers, body) => {
    const answered = statuses(await by.raw(`${post(headers, body)}${hidden()}`));
    expect(answered).toEqual([400]);
  });

  it('is told from two honest ones, which are both answered in turn', async () => {
    const first = post(`Content-Length: ${String(BODY.length)}\r\n`);
    expect(
      statuses(await by.raw(`${first}GET /api/me HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${auth}\r\n`)),
    ).toEqual([200, 200]);
  });

  it('that is no HTTP/1.1 at all is refused: HTTP/2 without agreement, TLS, nonsense', async () => {
    for (const bytes of [
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      Buffer.from('160301020001000001fc0303', 'hex'),
      'hello\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'GET http://[::1 HTTP/1.1\r\nHost: x\r\n\r\n',
    ]) {
      expect(await by.raw(bytes)).toMatch(/^HTTP\/1\.1 (400|404|505) /);
    }
  });
});

describe('a header', () => {
  it.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])(
    '%s turns no GET into anything else',
    async (name) => {
      expect(await by.ask('GET', `/api/tokens`, { headers: { [name]: 'DELETE' } })).toMatchObject({ status: 200 });
      expect(
        await by.ask('POST', '/api/metrics/attacked_nothing/query', {
          headers: { [name]: 'PUT', 'content-type': 'application/json' },
          body: '{}',
        }),
      ).toMatchObject({ status: 404 });
      expect(await by.ask('GET', '/api/metrics?_method=DELETE')).toMatchObject({ status: 400 });
    },
  );

  it.each(['evil.example', 'evil.example:80', '127.0.0.1@evil.example', 'evil.example/x', '"><script>'])(
    'Host: %s appears in no answer',
    async (name) => {
      for (const path of ['/', '/api/docs', '/api/metrics?limit=1', '/api/nothing']) {
        const answer = await by.raw(
          `GET ${path} HTTP/1.1\r\nHost: ${name}\r\nX-Forwarded-Host: forwarded.example\r\nForwarded: host=forwarded.example\r\nConnection: close\r\n${auth}\r\n`,
        );
        expect(answer).toMatch(/^HTTP\/1\.1 /);
        expect(answer).not.toMatch(/evil\.example|forwarded\.example|"><script>/);
      }
    },
  );

  it('is needed: a request without Host is refused', async () => {
    expect(statuses(await by.raw(`GET /api/me HTTP/1.1\r\n${auth}\r\n`))).toEqual([400]);
  });

  it('Expect: nonsense is passed over: the answer is ours, with its trace', async () => {
    const ask = (authorization: string) =>
      by.raw(
        `GET /api/me HTTP/1.1\r\nHost: ${host}\r\nExpect: the-unexpected\r\nConnection: close\r\n${authorization}\r\n`,
      );
    const answers = [await ask(auth), await ask('')];
    expect(answers.flatMap(statuses)).toEqual([200, 401]);
    for (const answer of answers) expect(answer).toMatch(/^x-trace-id: [0-9a-f]{32}\r$/im);
  });

  it('of which there are thousands, or one that has no end, is refused', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => `X-${String(at)}: 1\r\n`).join('');
    expect(await by.raw(`GET /api/me HTTP/1.1\r\nHost: ${host}\r\n${many}\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
    expect(await by.raw(`GET /api/me HTTP/1.1\r\nHost: ${host}\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    );
    expect(await by.raw(`GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
  });

  it.each(['traceparent', 'X-Trace-Id', 'X-Request-Id', 'Idempotency-Key', 'Accept', 'If-Match', 'Origin'])(
    '%s with bytes of its own choosing comes back in none',
    async (name) => {
      for (const path of ['/api/me', '/api/metrics/attacked_nothing']) {
        const answer = await by.raw(
          Buffer.from(
            `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${auth}${name}: 00-evil\tvalue-é\r\n\r\n`,
            'latin1',
          ),
        );
        expect(answer.split('\r\n\r\n')[0]).not.toContain('evil');
      }
    },
  );

  it('Authorization with two tokens, or beside one in the address, is no token', async () => {
    expect(
      statuses(
        await by.raw(
          `GET /api/me HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${by.token}, Bearer x\r\nConnection: close\r\n\r\n`,
        ),
      ),
    ).toEqual([401]);
    for (const name of ['token', 'access_token', 'api_key', 'authorization'])
      expect(await by.ask('GET', `/api/me?${name}=${by.token}`, { token: null })).toMatchObject({ status: 401 });
  });
});

/** A line on which something was sent and nothing follows; resolves when the other side has closed it. */
function stalled(bytes: string): { readonly socket: Socket; readonly closed: Promise<string> } {
  const { hostname, port } = new URL(by.base);
  const socket = connect(Number(port), hostname, () => socket.write(bytes));
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', () => undefined);
  return {
    socket,
    closed: new Promise((resolve) => {
      socket.once('close', () => {
        resolve(text);
      });
    }),
  };
}

describe('a slow sender', () => {
  it('of headers or of a body is told off and its line closed; two hundred of them stop nobody', async () => {
    const headers = Array.from({ length: 200 }, () => stalled(`GET /api/me HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `));
    const bodies = [
      stalled(post('Content-Length: 1000\r\n', '{"sql":')),
      stalled(post('Transfer-Encoding: chunked\r\n', '5\r\n{"sql')),
    ];
    for (let at = 0; at < 5; at += 1) expect(await by.ask('GET', '/api/me')).toMatchObject({ status: 200 });
    const trickle = setInterval(() => headers[0]?.socket.write('a'), 1_000);
    const [ofHeaders, ofBodies] = await Promise.all([
      Promise.all(headers.map((it) => it.closed)),
      Promise.all(bodies.map((it) => it.closed)),
    ]);
    clearInterval(trickle);
    expect(new Set(ofHeaders.map((text) => statuses(text).join()))).toEqual(new Set(['408']));
    expect(ofBodies.map((text) => statuses(text).join())).toEqual(['400', '400']);
  });
});
