import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type Server,
  type ServerResponse,
} from 'node:http';
import { once } from 'node:events';
import { ProblemError } from '@svc/contracts';
import { type FormLimits, readForm } from './read-form';

interface Kept {
  readonly fileName: string;
  readonly text: string;
  discard(): Promise<void>;
}

let server: Server;
let handled: Promise<unknown>;
let discarded: string[];
let limits: FormLimits;
let stored: Promise<void>;
let noteStored: () => void;

beforeEach(async () => {
  discarded = [];
  stored = new Promise((resolve) => {
    noteStored = resolve;
  });
  limits = { maxFileBytes: 1000, idleMs: 10_000 };
  let settle: (value: unknown) => void = () => undefined;
  handled = new Promise((resolve) => {
    settle = resolve;
  });
  server = createServer((request, response) => {
    read(request)
      .then(settle, settle)
      .finally(() => response.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function read(request: IncomingMessage): Promise<unknown> {
  return readForm<Kept>(request, limits, async (fileName, bytes) => {
    let text = '';
    for await (const chunk of bytes) text += Buffer.from(chunk).toString('latin1');
    noteStored();
    return { fileName, text, discard: () => Promise.resolve(void discarded.push(fileName)) };
  });
}

function portOf(it: Server): number {
  const address = it.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const part = (headers: string, body: string) => `--b\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${body}\r\n`;
const field = (name: string, value: string) => part(`name="${name}"`, value);
const file = (name: string, body: string) => part(`name="file"; filename="${name}"`, body);

function open(headers: Record<string, string> = { 'content-type': 'multipart/form-data; boundary=b' }) {
  const sending = httpRequest({ port: portOf(server), method: 'POST', headers });
  sending.on('error', () => undefined);
  return sending;
}

async function send(body: string, headers?: Record<string, string>): Promise<unknown> {
  open(headers).end(body);
  return handled;
}

describe('a form with a file', () => {
  it('gives the file and the fields before and after it', async () => {
    expect(
      await send(`${field('name', 'flights')}${file('a.csv', 'x,y\n1,2')}${field('description', 'Grüße')}--b--`),
    ).toMatchObject({
      fields: [
        ['name', 'flights'],
        ['description', 'Grüße'],
      ],
      file: { fileName: 'a.csv', text: 'x,y\n1,2' },
    });
  });

  it('knows the file by its last name only', async () => {
    expect(await send(`${file('../../etc/pass\\u202ewd', 'x')}--b--`)).toMatchObject({
      file: { fileName: expect.not.stringMatching(/[/\\]/) },
    });
  });

  it('is read no faster than its file is stored, so that it never lies in memory', async () => {
    let ahead = 0;
    server.removeAllListeners('request');
    const counted = new Promise<number>((resolve) => {
      server.on('request', (request: IncomingMessage, response: ServerResponse) => {
        void readForm(request, { maxFileBytes: 1e9, idleMs: 10_000 }, async (_name, bytes) => {
          let stored = 0;
          for await (const chunk of bytes) {
            stored += chunk.length;
            ahead = Math.max(ahead, request.socket.bytesRead - stored);
            await new Promise((next) => setImmediate(next));
          }
          resolve(stored);
          return { discard: () => Promise.resolve() };
        }).finally(() => response.end());
      });
    });
    open().end(`${file('a', 'x'.repeat(40_000_000))}--b--`);
    expect(await counted).toBe(40_000_000);
    expect(ahead).toBeLessThan(2_000_000);
  });

  it.each([
    ['two files', `${file('a', '1')}${file('b', '2')}--b--`, 'malformed-body'],
    ['no file', `${field('name', 'x')}--b--`, 'invalid-request'],
    ['a file over the limit', `${file('a', 'x'.repeat(1001))}--b--`, 'payload-too-large'],
    ['no end', `${file('a', '1')}`, 'malformed-body'],
    ['no part', 'nothing of the kind', 'malformed-body'],
    [
      'too many fields',
      `${Array.from({ length: 60 }, (_, at) => field(`f${at}`, 'x')).join('')}${file('a', '1')}--b--`,
      'malformed-body',
    ],
    ['a field over the limit', `${field('x', 'y'.repeat(1024 * 1024 + 1))}${file('a', '1')}--b--`, 'malformed-body'],
  ])('is refused when it has %s', async (_, body, code) => {
    expect(await send(body)).toMatchObject({ code });
  });

  it('is refused by its declared length and by its type before anything is read', async () => {
    const large = open({ 'content-type': 'multipart/form-data; boundary=b', 'content-length': '9000000' });
    large.flushHeaders();
    expect(await handled).toMatchObject({ code: 'payload-too-large' });
    large.destroy();
  });

  it('is refused without multipart, and without a boundary', async () => {
    expect(await send('{}', { 'content-type': 'application/json' })).toMatchObject({ code: 'unsupported-media-type' });
  });

  it('is refused when it is compressed, whatever would come of it', async () => {
    expect(
      await send('--b--', { 'content-type': 'multipart/form-data; boundary=b', 'content-encoding': 'gzip' }),
    ).toMatchObject({ code: 'unsupported-media-type' });
  });

  it('leaves nothing when its sender goes away in the middle of the file', async () => {
    const sending = open();
    sending.write(
      `${field('name', 'x')}--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${'x'.repeat(500)}`,
    );
    await once(server, 'request');
    sending.destroy();
    expect(await handled).toBeInstanceOf(ProblemError);
    expect(discarded).toEqual([]);
  });

  it('throws the file away when its sender goes away after it', async () => {
    const sending = open();
    sending.write(`${file('a', 'whole')}--b\r\nContent-Disposition: form-data; name="late"\r\n\r\nhalf`);
    await stored;
    sending.destroy();
    expect(await handled).toBeInstanceOf(ProblemError);
    expect(discarded).toEqual(['a']);
  });

  it('is given up when no byte comes for too long', async () => {
    limits = { maxFileBytes: 1000, idleMs: 30 };
    const sending = open();
    sending.write(`${file('a', 'x')}`);
    expect(await handled).toMatchObject({
      code: 'malformed-body',
      message: expect.stringContaining('no byte arrived'),
    });
    sending.destroy();
  });
});
