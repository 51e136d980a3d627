import type { Json } from '@svc/contracts';
import { Pool } from 'undici';

export interface Answered {
  readonly status: number;
  readonly body: string;
}

/** Posts a JSON body, or gets where there is none, and reads the whole answer, over lines that stay open; nothing of ours is measured along. */
export type Ask = (path: string, body?: Json) => Promise<Answered>;

/** With a client that costs a third of Node's own: it asks from the processors that answer. */
export function askAt(base: string, token: string): Ask {
  const pool = new Pool(base);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' };
  return async (path, body) => {
    const { statusCode, body: answer } = await pool.request({
      path,
      headers,
      ...(body === undefined ? { method: 'GET' } : { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: statusCode, body: await answer.text() };
  };
}
