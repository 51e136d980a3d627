import { Controller, type DynamicModule, Inject } from '@nestjs/common';
import { findAuthor, type Principal, type RequestOf, type ResponseOf } from '@svc/contracts';
import { type ClaimCheckStore, Handles, PlatformModule } from '@svc/platform';
import type { Config } from '../src/config';

const AUTHOR_OF = Symbol('AuthorOf');
type AuthorOf = (id: string) => Principal | null;

/** The directory of people and tokens. */
@Controller()
class FakeAuthors {
  constructor(@Inject(AUTHOR_OF) private readonly authorOf: AuthorOf) {}

  @Handles(findAuthor)
  find({ id }: RequestOf<typeof findAuthor>): ResponseOf<typeof findAuthor> {
    const principal = this.authorOf(id);
    return { principal, why: principal === null ? `${id} is disabled` : '' };
  }
}

/** A gateway without HTTP that knows authors. */
export function fakeGateway(config: Config, authorOf: AuthorOf, claimChecks: ClaimCheckStore): DynamicModule {
  return {
    module: class Gateway {},
    imports: [PlatformModule.register({ service: 'gateway', config, claimChecks })],
    controllers: [FakeAuthors],
    providers: [{ provide: AUTHOR_OF, useValue: authorOf }],
  };
}
