import { Controller } from '@nestjs/common';
import {
  deleteDerivation,
  describeDerivations,
  getDerivation,
  listDerivations,
  listRuns,
  putDerivation,
  readersOfDataset,
  type RequestOf,
  type ResponseOf,
  requestedAccess,
} from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { DeleteDerivation } from './delete-derivation';
import { DescribeDerivations } from '../definition/describe-derivations';
import { PutDerivation } from './put-derivation';
import { ReadDerivations } from './read-derivations';

@Controller()
export class DerivationController {
  constructor(
    private readonly read: ReadDerivations,
    private readonly describing: DescribeDerivations,
    private readonly putting: PutDerivation,
    private readonly deleting: DeleteDerivation,
  ) {}

  @Handles(listDerivations)
  list(
    { query }: RequestOf<typeof listDerivations>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof listDerivations>> {
    return this.read.list(query.limit, query.cursor, principal);
  }

  @Handles(getDerivation)
  get(
    { params }: RequestOf<typeof getDerivation>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof getDerivation>> {
    return this.read.get(params.name, principal);
  }

  @Handles(listRuns)
  history(
    { params, query }: RequestOf<typeof listRuns>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof listRuns>> {
    return this.read.history(params.name, query, principal);
  }

  @Handles(describeDerivations)
  async describe(
    { body }: RequestOf<typeof describeDerivations>,
    context: CallContext,
  ): Promise<ResponseOf<typeof describeDerivations>> {
    const { manifests, refused, broken } = await this.describing.describe(body.files, context);
    return {
      manifests: [...manifests],
      refused: Object.fromEntries([...refused].map(([name, error]) => [name, error.toProblem()])),
      broken: [...broken],
    };
  }

  @Handles(putDerivation)
  put(
    { params, query, body, if_match }: RequestOf<typeof putDerivation>,
    context: CallContext,
  ): Promise<ResponseOf<typeof putDerivation>> {
    const { files, origin } = body;
    return this.putting.put(
      { name: params.name, files, origin, ifMatch: if_match, said: requestedAccess(query) },
      context,
    );
  }

  @Handles(deleteDerivation)
  delete(
    { params, if_match }: RequestOf<typeof deleteDerivation>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof deleteDerivation>> {
    return this.deleting.delete(params.name, if_match, principal);
  }

  @Handles(readersOfDataset)
  readers(
    { dataset }: RequestOf<typeof readersOfDataset>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof readersOfDataset>> {
    return this.read.readersOf(dataset, principal);
  }
}
