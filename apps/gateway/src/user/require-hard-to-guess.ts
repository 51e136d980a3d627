import { ProblemError } from '@svc/contracts';
import { type Options, ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Guesses that an attacker with a stolen hash can try in a day or two on a few processors. */
const MIN_GUESSES = 1e9;
/** Analysed within a few hundredths of a second; longer text makes a password no easier. */
const MAX_CHARACTERS = 100;

const options: Partial<Options> = { dictionary, graphs: adjacencyGraphs, maxLength: MAX_CHARACTERS };
let estimator: ZxcvbnFactory | undefined;

/**
 * Refuses a password that is among the 49,000 most common ones, or is made of them, of rows of keys, of repetitions, or of
 * known facts about its owner: length alone does not keep `passwordpassword` out (NIST SP 800-63B §3.1.1.2).
 */
export function requireHardToGuess(password: string, owner: readonly string[]): void {
  estimator ??= new ZxcvbnFactory(options);
  const { guesses } = estimator.check(password.normalize('NFKC').slice(0, MAX_CHARACTERS), [...owner]);
  if (guesses >= MIN_GUESSES) return;
  const message = 'is too easy to guess';
  throw new ProblemError(
    'invalid-request',
    'This password is too easy to guess: it is common, or made of common passwords, rows of keys, repetitions, or the login or name. Choose another, such as four or more unrelated words.',
    { errors: [{ pointer: '/body/password', message }] },
  );
}
