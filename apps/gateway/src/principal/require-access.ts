import { type Access, mayCall, type Principal, ProblemError } from '@svc/contracts';

/** Refuses callers without access to the operation. Anonymous callers of non-public operations are asked to sign in. */
export function requireAccess(access: Access, who: Principal | null): void {
  if (mayCall(access, who)) return;
  if (who === null)
    throw new ProblemError(
      'unauthenticated',
      'A token is needed, sent as "Authorization: Bearer svc_pat_…", or a session in a browser: sign in.',
    );
  const scope = typeof access === 'object' ? access.scope : 'a token';
  throw new ProblemError('forbidden', `This needs the scope "${scope}", which you do not have.`, { data: { scope } });
}
