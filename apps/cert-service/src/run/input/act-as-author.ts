import { Inject, Injectable } from '@nestjs/common';
import { type Principal, ProblemError } from '@svc/contracts';
import type { CallOrigin } from '@svc/platform';
import { AUTHORS, type Authors, type StoredDerivation } from '../../definition/derivation.ports';

/** A derivation reads as its author, with their current rights, not as whoever starts the run. */
@Injectable()
export class ActAsAuthor {
  constructor(@Inject(AUTHORS) private readonly authors: Authors) {}

  /**
   * Refuses (`conflict`) a derivation whose author no longer exists or is disabled. One from a repository belongs to the project:
   * it outlives the token that registered it, and then sees what everybody in the project sees.
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
