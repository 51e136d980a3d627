import { connect } from 'node:net';
import { z } from 'zod';
import { stackStatus } from '../stack';

/** An answer as it came: nothing of it is trusted to be JSON. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The problem's code, or null. */
  readonly code: string | null;
}

export interface Asked {
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData;
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: string | null;
}

const coded = z.looseObject({ code: z.string() });

/** HTTP to the stack, by a token that has an allowance of its own: attacks are many, and others must not wait for them. */
export class Attacker {
  private constructor(
    readonly base: string,
    readonly token: string,
    readonly tokenId: string,
  ) {}

  static async begin(role = 'admin'): Promise<Attacker> {
    const { gateway, token } = await stackStatus();
    const made = await fetch(`${gateway}/api/tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'attacks', role, expires_in_days: 1 }),
    });
    const { id, secret } = z.looseObject({ id: z.string(), secret: z.string() }).parse(await made.json());
    return new Attacker(gateway, secret, id);
  }

  async ask(method: string, path: string, { body, headers = {}, token = this.token }: Asked = {}): Promise<Answered> {
    const response = await fetch(this.base + path, {
      method,
      redirect: 'manual',
      headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, code: codeIn(text) };
  }

  send(method: string, path: string, body: unknown): Promise<Answered> {
    return this.ask(method, path, {
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  }

  sql(sql: string): Promise<Answered> {
    return this.send('POST', '/api/sql', { sql });
  }

  upload(
    fields: Readonly<Record<string, string>>,
    bytes: string | Uint8Array<ArrayBuffer>,
    fileName: string,
    query = '',
  ): Promise<Answered> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([bytes]), fileName);
    return this.ask('POST', `/api/datasets${query}`, { body: form });
  }

  /** Bytes onto a line of their own; resolves with everything that came back once the other side has closed it. */
  raw(bytes: string | Buffer): Promise<string> {
    const { hostname, port } = new URL(this.base);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(bytes));
      const chunks: Buffer[] = [];
      socket.on('data', (chunk) => chunks.push(chunk));
      socket.once('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
      socket.once('error', (error) => {
        if (chunks.length === 0) reject(error);
      });
    });
  }
}

function codeIn(text: string): string | null {
  try {
    return coded.parse(JSON.parse(text)).code;
  } catch {
    return null;
  }
}

/** The value of JSON text. */
export function value<T extends z.ZodType>(schema: T, { text }: Answered): z.output<T> {
  return schema.parse(JSON.parse(text));
}
