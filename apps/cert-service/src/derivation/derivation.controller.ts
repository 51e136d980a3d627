import { Controller } from '@nestjs/common';
import {
  deleteDerivation, describeDerivations, getDerivation, listDerivations, listRuns, putDerivation, type RequestOf, resolveDerivations, type ResponseOf,
} from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { ResolveDerivations } from '../run/resolve-derivations';
import { DeleteDerivation } from './delete-derivation';
import { DescribeDerivations } from './describe-derivations';
import { PutDerivation } from './put-derivation';
import { ReadDerivations } from './read-derivations';

@Controller()
export class DerivationController {
  constructor(
    private readonly read: ReadDerivations,
    private readonly describing: DescribeDerivations,
    private readonly putting: PutDerivation,
    private readonly deleting: DeleteDerivation,
    private readonly resolving: ResolveDerivations,
  ) {}

  @Handles(listDerivations)
  list({ query }: RequestOf<typeof listDerivations>): Promise<ResponseOf<typeof listDerivations>> {
    return this.read.list(query.limit, query.cursor);
  }

  @Handles(getDerivation)
  get({ params }: RequestOf<typeof getDerivation>): Promise<ResponseOf<typeof getDerivation>> {
    return this.read.get(params.name);
  }

  @Handles(listRuns)
  history({ params, query }: RequestOf<typeof listRuns>): Promise<ResponseOf<typeof listRuns>> {
    return this.read.history(params.name, query.limit, query.cursor);
  }

  @Handles(describeDerivations)
  async describe({ body }: RequestOf<typeof describeDerivations>, context: CallContext): Promise<ResponseOf<typeof describeDerivations>> {
    return { manifests: [...(await this.describing.describe(body.files, context)).manifests] };
  }

  @Handles(putDerivation)
  put({ params, body, if_match }: RequestOf<typeof putDerivation>, context: CallContext): Promise<ResponseOf<typeof putDerivation>> {
    return this.putting.put({ name: params.name, files: body.files, origin: body.origin, ifMatch: if_match }, context);
  }

  @Handles(deleteDerivation)
  delete({ params, if_match }: RequestOf<typeof deleteDerivation>): Promise<ResponseOf<typeof deleteDerivation>> {
    return this.deleting.delete(params.name, if_match);
  }

  @Handles(resolveDerivations)
  resolve({ names }: RequestOf<typeof resolveDerivations>): Promise<ResponseOf<typeof resolveDerivations>> {
    return this.resolving.resolve(names);
  }
}
