import { Catch, type RpcExceptionFilter, UseFilters } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { type Observable, throwError } from 'rxjs';
import type { Callable, Handler } from './callable';

/** The call that a method answers, as it travels through Nest's handler metadata. */
export class HandledCall {
  constructor(readonly call: Callable) {}
}

/** Keeps what a handler threw as it is: Nest would flatten it to "Internal server error" before anybody can read its code. */
@Catch()
class PassThroughFilter implements RpcExceptionFilter {
  catch(exception: unknown): Observable<never> {
    return throwError(() => exception);
  }
}

/**
 * Makes a controller method answer a call of the contracts: it is registered on the call's subject in the queue group of its
 * service, and its type must fit the call. The request is validated before, the answer after it.
 */
export function Handles<C extends Callable>(
  call: C,
): <M extends Handler<C>>(target: object, key: string, method: TypedPropertyDescriptor<M>) => void {
  return (target, key, method) => {
    Payload()(target, key, 0);
    Ctx()(target, key, 1);
    UseFilters(new PassThroughFilter())(target, key, method);
    MessagePattern(call.subject, { handled: new HandledCall(call) })(target, key, method);
  };
}
