import { Inject, Injectable } from '@nestjs/common';
import { type Principal, ProblemError } from '@svc/contracts';
import type { CallOrigin } from '@svc/platform';
import { AUTHORS, type Authors, type StoredDerivation } from '../../definition/derivation.ports';

/** With whose eyes a derivation reads: those of whoever wrote it, as they are now, and not of whoever presses run. */
@Injectable()
export class ActAsAuthor {
  constructor(@Inject(AUTHORS) private readonly authors: Authors) {}

  /**
   * Refuses (`conflict`) a derivation whose author is nobody any more. What came from a repository is the project's: it
   * outlives the token that brought it, and then sees what everybody in the project sees.
   */
  async of({ manifest, definedBy, origin }: StoredDerivation, context: CallOrigin): Promise<Principal> {
    const { principal, why } = await this.authors.find(definedBy, context);
    if (principal !== null) return principal;
    if (origin === 'repository') return { id: 'project', kind: 'token', role: 'viewer', groups: [], scopes: [] };
    throw new ProblemError(
      'conflict',
      `"${manifest.name}" acts with the rights of its author, and ${why}. Read its code, then take it over: svc derivation take-over ${manifest.name}.`,
    );
  }
}
