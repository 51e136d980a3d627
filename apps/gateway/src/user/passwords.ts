import { Injectable } from '@nestjs/common';
import { ProblemError } from '@svc/contracts';
import { dummyHash, hashPassword, isPasswordOf } from './password-hash';

/** Of Node's four pool threads, so that file and DNS operations continue during sign-ins; each takes 32 MiB. */
const AT_ONCE = 2;
const WAITING = 50;

/** Creates and compares password hashes, a few at a time: a flood of sign-ins is refused before it exhausts the machine. */
@Injectable()
export class Passwords {
  private readonly dummy = dummyHash();
  private working = 0;
  private readonly waiting: (() => void)[] = [];

  hash(password: string): Promise<string> {
    return this.inTurn(() => hashPassword(password));
  }

  /** Takes the same work whether or not there is a hash to compare with. */
  async matches(hash: string | null, password: string): Promise<boolean> {
    const same = await this.inTurn(() => isPasswordOf(hash ?? this.dummy, password));
    return same && hash !== null;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    await this.place();
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.working -= 1;
      else next();
    }
  }

  private async place(): Promise<void> {
    if (this.working < AT_ONCE) {
      this.working += 1;
      return;
    }
    if (this.waiting.length >= WAITING)
      throw new ProblemError('overloaded', 'Too many people are signing in at once. Try again in a moment.', {
        retryAfter: 2,
      });
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}
