import { Inject, Injectable } from '@nestjs/common';
import type { Endpoint } from '@svc/contracts';
import { type Answer, ValueAnswer } from '@svc/platform';
import { z } from 'zod';
import type { Reply } from '../answer/reply';
import { Cookies } from './cookies';

const withSecret = z.looseObject({ secret: z.string(), device: z.string().optional() });

/** Moves the secrets of an answer into cookies before it is encoded, for every operation that has any. */
@Injectable()
export class SetCookies {
  constructor(@Inject(Cookies) private readonly cookies: Cookies) {}

  reply({ session }: Endpoint, answer: Answer<unknown>, encode: (answer: Answer<unknown>) => Reply): Reply {
    if (session === null) return encode(answer);
    if (session === 'ends') return { ...encode(answer), cookies: [this.cookies.clearing('session')] };
    if (answer.kind !== 'value') throw new Error('a secret can be in a value only');
    const { secret, device, ...value } = withSecret.parse(answer.value);
    const cookies =
      session === 'waits'
        ? [this.cookies.handing('visit', secret)]
        : [this.cookies.handing('session', secret), this.cookies.clearing('visit')];
    if (device !== undefined) cookies.push(this.cookies.handing('device', device));
    return { ...encode(ValueAnswer.of(value)), cookies };
  }
}
