import { Controller } from '@nestjs/common';
import {
  deleteSavedQuery,
  getSavedQuery,
  listSavedQueries,
  putSavedQuery,
  type RequestOf,
  type ResponseOf,
} from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { DeleteSavedQuery } from './delete-saved-query';
import { ReadSavedQueries } from './read-saved-queries';
import { SaveQuery } from './save-query';

@Controller()
export class SavedQueryController {
  constructor(
    private readonly saving: SaveQuery,
    private readonly queries: ReadSavedQueries,
    private readonly deleting: DeleteSavedQuery,
  ) {}

  @Handles(listSavedQueries)
  list(
    { query }: RequestOf<typeof listSavedQueries>,
    context: CallContext,
  ): Promise<ResponseOf<typeof listSavedQueries>> {
    return this.queries.list(query, context);
  }

  @Handles(getSavedQuery)
  get({ params }: RequestOf<typeof getSavedQuery>, context: CallContext): Promise<ResponseOf<typeof getSavedQuery>> {
    return this.queries.get(params.name, context);
  }

  @Handles(putSavedQuery)
  put(request: RequestOf<typeof putSavedQuery>, context: CallContext): Promise<ResponseOf<typeof putSavedQuery>> {
    return this.saving.save(request, context);
  }

  @Handles(deleteSavedQuery)
  delete(
    request: RequestOf<typeof deleteSavedQuery>,
    context: CallContext,
  ): Promise<ResponseOf<typeof deleteSavedQuery>> {
    return this.deleting.delete(request, context);
  }
}
