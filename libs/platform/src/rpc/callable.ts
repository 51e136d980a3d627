import type { Access, FileReply } from '@svc/contracts';
import type { z } from 'zod';
import type { ClaimedAnswer } from '../claim-check/claimed-answer';
import type { CallContext } from './call-context';

/** What an `Endpoint` and an `internalCall` of the contracts have in common: all that a message needs. */
export interface Callable<Request extends z.ZodType = z.ZodType, Response extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly subject: string;
  readonly request: Request;
  readonly response: Response;
  readonly timeoutMs: number;
  /** Endpoints say who may call; an internal call takes any verified principal. */
  readonly access?: Access;
  /** Endpoints that may answer with a file. */
  readonly produces?: readonly string[];
}

type AnswerOf<C extends Callable> = C extends { readonly produces: readonly string[] }
  ? z.input<C['response']> | FileReply | ClaimedAnswer
  : z.input<C['response']> | ClaimedAnswer;

/** The method that answers `C`. It gets a validated request; its answer is validated and stripped. Throw a `ProblemError` to refuse. */
export type Handler<C extends Callable> = (
  request: z.output<C['request']>,
  context: CallContext,
) => AnswerOf<C> | Promise<AnswerOf<C>>;
