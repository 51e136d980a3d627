import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER } from '@svc/platform';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { SharedAnswers } from '../answer/answer-cache';

export interface RedisAnswersOptions {
  readonly url: string;
  /** Limit on the bytes of cached answers; the least recently used are evicted. */
  readonly maxBytes: number;
}
export const REDIS_ANSWERS = Symbol('RedisAnswersOptions');

/** One hash tag, so that a cluster keeps all of it on one node, as a script needs. */
const PREFIX = '{svc:answers}:';
const INDEX = '{svc:answers}';
const BYTES = '{svc:answers}bytes';
/** Computing an answer takes about as long: waiting longer for Redis would be slower than no cache. */
const PATIENCE_MS = 100;

/** Stores a new answer and evicts the least recently used until the total is within bounds. */
const KEEP = `
  if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
  redis.call('SET', KEYS[1], ARGV[1])
  redis.call('ZADD', KEYS[2], ARGV[2], KEYS[1])
  local total = redis.call('INCRBY', KEYS[3], #ARGV[1])
  while total > tonumber(ARGV[3]) do
    local oldest = redis.call('ZPOPMIN', KEYS[2])[1]
    if not oldest then redis.call('SET', KEYS[3], 0) return 0 end
    total = redis.call('DECRBY', KEYS[3], redis.call('STRLEN', oldest))
    redis.call('DEL', oldest)
  end
  return 1`;

/** Answers in Redis, for all replicas. Every failure is a cache miss, and logged once. */
@Injectable()
export class RedisAnswers implements SharedAnswers, OnApplicationShutdown {
  private readonly redis: Redis;
  private away = false;

  constructor(
    @Inject(REDIS_ANSWERS) private readonly options: RedisAnswersOptions,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'info' | 'warn'>,
  ) {
    this.redis = new Redis(options.url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: PATIENCE_MS,
      retryStrategy: (times) => Math.min(times * 100, 2_000),
    });
    this.redis.on('error', (error) => this.noteAway(error));
    this.redis.on('ready', () => this.noteBack());
  }

  async find(key: string): Promise<string | null> {
    if (this.redis.status !== 'ready') return null;
    try {
      const text = await this.redis.get(PREFIX + key);
      if (text !== null) this.ignore(this.redis.zadd(INDEX, 'XX', Date.now(), PREFIX + key));
      return text;
    } catch {
      return null;
    }
  }

  keep(key: string, text: string): void {
    if (this.redis.status === 'ready')
      this.ignore(this.redis.eval(KEEP, 3, PREFIX + key, INDEX, BYTES, text, Date.now(), this.options.maxBytes));
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private ignore(work: Promise<unknown>): void {
    work.catch(() => undefined);
  }

  private noteAway(error: Error): void {
    if (!this.away) this.logger.warn({ err: error }, 'Redis is unavailable: answers are computed again');
    this.away = true;
  }

  private noteBack(): void {
    if (this.away) this.logger.info({}, 'Redis is back');
    this.away = false;
  }
}
