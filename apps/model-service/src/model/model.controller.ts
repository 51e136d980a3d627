import { Controller } from '@nestjs/common';
import { modelNoun, type RequestOf, requestedAccess, type ResponseOf } from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { ChangeModel } from './change-model';
import { ReadModels } from './read-models';

const { listModels, getModel, putModel, deleteModel, promoteModel, releaseAlias, exportModel } = modelNoun.endpoints;

@Controller()
export class ModelController {
  constructor(
    private readonly reading: ReadModels,
    private readonly changing: ChangeModel,
  ) {}

  @Handles(listModels)
  list({ query }: RequestOf<typeof listModels>, { principal }: CallContext): Promise<ResponseOf<typeof listModels>> {
    return this.reading.list(query, principal);
  }

  @Handles(getModel)
  get({ params }: RequestOf<typeof getModel>, { principal }: CallContext): Promise<ResponseOf<typeof getModel>> {
    return this.reading.get(params.name, principal);
  }

  @Handles(putModel)
  put(
    { params, query, body, if_match }: RequestOf<typeof putModel>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof putModel>> {
    const put = { name: params.name, definition: body, ifMatch: if_match, said: requestedAccess(query) };
    return this.changing.put(put, principal);
  }

  @Handles(deleteModel)
  delete(
    { params, if_match }: RequestOf<typeof deleteModel>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof deleteModel>> {
    return this.changing.delete(params.name, if_match, principal);
  }

  @Handles(promoteModel)
  promote(
    { params, body }: RequestOf<typeof promoteModel>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof promoteModel>> {
    return this.changing.promote(params.name, body, principal);
  }

  @Handles(releaseAlias)
  release(
    { params }: RequestOf<typeof releaseAlias>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof releaseAlias>> {
    return this.changing.release(params.name, params.alias, principal);
  }

  @Handles(exportModel)
  export(
    { params }: RequestOf<typeof exportModel>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof exportModel>> {
    return this.reading.export(params.name, principal);
  }
}
