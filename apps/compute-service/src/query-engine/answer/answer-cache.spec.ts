import { eventually, type PrivateServer, startRedis } from '@svc/testing';
import { Redis } from 'ioredis';
import type { QueryAnswer } from './answers';
import { RedisAnswers } from '../adapters/redis-answers';
import type { AnswerCache } from './answer-cache';
import { answerKey, type AnswerQuestion } from './answer-key';
import { openAnswerCache } from './open-answer-cache';

const log = { info: () => undefined, warn: () => undefined };
const KiB = 1024;
const opened: RedisAnswers[] = [];
let server: PrivateServer;
let inspector: Redis;

beforeAll(async () => {
  server = await startRedis();
  inspector = new Redis(server.url);
});
beforeEach(() => inspector.flushall());
afterEach(() => {
  for (const one of opened.splice(0)) one.onApplicationShutdown();
});
afterAll(async () => {
  inspector.disconnect();
  await server.stop();
});

function redisAnswers(maxBytes = 64 * KiB, url = server.url): RedisAnswers {
  const answers = new RedisAnswers({ url, maxBytes }, log);
  opened.push(answers);
  return answers;
}

const replica = (maxBytes?: number): AnswerCache => openAnswerCache(64 * KiB, redisAnswers(maxBytes));
const answer = (cell: string | number): QueryAnswer => ({
  columns: [{ name: 'a', type: 'string' }],
  rows: [[cell]],
  truncated: false,
});

/** Keeps an answer in one replica until another knows it: a connection that is not there yet keeps nothing. */
async function share(kept: QueryAnswer, key: string, from = replica(), to = replica()): Promise<QueryAnswer> {
  let found: QueryAnswer | null = null;
  await eventually(async () => {
    from.keep(key, kept);
    return (found = await to.find(key)) !== null;
  });
  return found ?? kept;
}

const table = (object: string) => ({
  data_hash: `sha256:${'0'.repeat(64)}`,
  object: object.repeat(64),
  rows: 1,
  bytes: 1,
  columns: [],
});
const question: AnswerQuestion = {
  sql: 'SELECT  1',
  parameters: [],
  limit: 10,
  tables: { t: table('a'), u: table('b') },
};

describe('the name of an answer', () => {
  it('is the same for the same question, however it is spelled', () => {
    expect(answerKey({ ...question, sql: ' SELECT 1\t', tables: { u: table('b'), t: table('a') } })).toBe(
      answerKey(question),
    );
    expect(answerKey({ ...question, parameters: { a: 1, b: 2 } })).toBe(
      answerKey({ ...question, parameters: { b: 2, a: 1 } }),
    );
  });

  it.each<[string, Partial<AnswerQuestion>]>([
    ['the bytes of a table', { tables: { t: table('c'), u: table('b') } }],
    ['the name of a table', { tables: { t: table('a'), v: table('b') } }],
    ['which table is which', { tables: { t: table('b'), u: table('a') } }],
    ['one table more', { tables: { ...question.tables, v: table('d') } }],
    ['the statement', { sql: 'SELECT 2' }],
    ['a blank inside a text', { sql: "SELECT ' '" }],
    ['a parameter', { parameters: [1] }],
    ['a parameter that is text', { parameters: ['1'] }],
    ['a parameter with a name', { parameters: { 0: 1 } }],
    ['the limit', { limit: 11 }],
  ])('is another for %s', (_what, change) => {
    expect(answerKey({ ...question, ...change })).not.toBe(answerKey(question));
  });
});

describe('kept answers', () => {
  it('are known to other replicas, cell by cell', async () => {
    const kept: QueryAnswer = {
      columns: [
        { name: 'x', type: 'decimal(38,2)' },
        { name: 'y', type: 'number' },
      ],
      rows: [
        ['123456789012345678.91', 0.1],
        [null, -0.05],
        ['', 1e300],
      ],
      truncated: true,
    };
    expect(await share(kept, 'key')).toEqual(kept);
  });

  it('take no more room than they may, and those used last stay', async () => {
    const shared = redisAnswers(10 * KiB);
    await share(answer('first'), 'first', openAnswerCache(64 * KiB, shared));
    for (let n = 0; n < 30; n += 1) {
      shared.keep(`more-${String(n)}`, 'x'.repeat(KiB));
      while ((await shared.find(`more-${String(n)}`)) === null) await new Promise((resolve) => setImmediate(resolve));
      // Used again and again.
      expect(await shared.find('first')).not.toBeNull();
    }
    const sizes = await Promise.all((await inspector.keys('{svc:answers}:*')).map((key) => inspector.strlen(key)));
    const total = sizes.reduce((sum, one) => sum + one, 0);
    expect(total).toBeLessThanOrEqual(10 * KiB);
    expect(total).toBeGreaterThan(8 * KiB);
    expect(Number(await inspector.get('{svc:answers}bytes'))).toBe(total);
    expect(await inspector.zcard('{svc:answers}')).toBe(sizes.length);
    expect(await shared.find('more-0')).toBeNull();
  });

  it('that are large are not kept', async () => {
    const cache = replica();
    await share(answer('x'), 'small', cache);
    cache.keep('large', answer('x'.repeat(300 * KiB)));
    expect(await cache.find('large')).toBeNull();
  });

  it('that no answer can be are as good as none', async () => {
    for (const wreck of ['{', '{"rows":[]}', 'null', '{"columns":[],"rows":[[{}]],"truncated":false}']) {
      await inspector.set('{svc:answers}:wreck', wreck);
      const cache = replica();
      await share(answer(1), `ready ${wreck}`, replica(), cache);
      expect(await cache.find('wreck')).toBeNull();
    }
  });

  it('are only missed while Redis is away', async () => {
    const away = openAnswerCache(64 * KiB, redisAnswers(64 * KiB, 'redis://127.0.0.1:1'));
    expect(await away.find('key')).toBeNull();
    away.keep('key', answer(1));
    expect(await away.find('key')).toEqual(answer(1));
    expect(await away.find('another')).toBeNull();
  });
});
