import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ROLE_SCOPES } from '@svc/contracts';
import { type Clock, CLOCK, CONFIG, LOGGER } from '@svc/platform';
import type { Config } from '../config';
import type { ApiToken } from './api-token';
import { hashTokenSecret, isTokenSecret, newTokenSecret } from './token-secret';
import { FIRST_TOKENS_MAKER, TOKEN_STORE, type TokenStore } from './token.ports';

/** What the operator's log says about the first token; never the secret. */
interface Announcer {
  info(fields: object, text: string): void;
  warn(text: string): void;
}

/**
 * On the very first start, creates the admin token with which everything else is created. Its secret is the one in
 * SVC_BOOTSTRAP_TOKEN_FILE, or a new one written there. It holds the whole administrator role, including what upgrades add.
 */
@Injectable()
export class FirstToken implements OnApplicationBootstrap {
  constructor(
    @Inject(TOKEN_STORE) private readonly store: TokenStore,
    @Inject(CONFIG) private readonly config: Pick<Config, 'SVC_BOOTSTRAP_TOKEN_FILE'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Announcer,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const file = this.config.SVC_BOOTSTRAP_TOKEN_FILE;
    if (file === undefined) {
      if ((await this.store.list()).length === 0)
        this.logger.warn('there is no token and nobody can sign in: set SVC_BOOTSTRAP_TOKEN_FILE and start again');
      return;
    }
    const made = await this.store.addFirst(() => ({
      token: this.token(),
      secretHash: hashTokenSecret(secretIn(file)),
    }));
    if (made) this.logger.info({ file }, 'created the first admin token; its secret is in this file');
  }

  private token(): ApiToken {
    return {
      id: randomUUID(),
      name: 'first admin token',
      owner: null,
      role: 'admin',
      scopes: ROLE_SCOPES.admin,
      createdAt: this.clock.now(),
      createdBy: FIRST_TOKENS_MAKER,
      expiresAt: null,
      lastUsedAt: null,
      revokedAt: null,
    };
  }
}

/** The secret in the file, created if there is none. `wx` so that nothing is ever overwritten. */
function secretIn(file: string): string {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const secret = newTokenSecret();
    writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
    return secret;
  } catch (error) {
    if (!(typeof error === 'object' && error !== null && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (!isTokenSecret(secret))
    throw new Error(`SVC_BOOTSTRAP_TOKEN_FILE: ${file} does not contain a token (svc_pat_…). Remove it to get one.`);
  return secret;
}
