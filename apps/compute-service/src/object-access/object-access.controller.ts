import { Controller } from '@nestjs/common';
import {
  getDatasetAccess,
  getSavedQueryAccess,
  type RequestOf,
  type ResponseOf,
  shareDataset,
  shareSavedQuery,
} from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { ShareObject } from './share-object';

@Controller()
export class ObjectAccessController {
  constructor(private readonly objects: ShareObject) {}

  @Handles(getDatasetAccess)
  dataset(
    { params }: RequestOf<typeof getDatasetAccess>,
    context: CallContext,
  ): Promise<ResponseOf<typeof getDatasetAccess>> {
    return this.objects.read('dataset', params.name, context);
  }

  @Handles(shareDataset)
  shareDataset(
    request: RequestOf<typeof shareDataset>,
    context: CallContext,
  ): Promise<ResponseOf<typeof shareDataset>> {
    return this.objects.share('dataset', request, context);
  }

  @Handles(getSavedQueryAccess)
  query(
    { params }: RequestOf<typeof getSavedQueryAccess>,
    context: CallContext,
  ): Promise<ResponseOf<typeof getSavedQueryAccess>> {
    return this.objects.read('query', params.name, context);
  }

  @Handles(shareSavedQuery)
  shareQuery(
    request: RequestOf<typeof shareSavedQuery>,
    context: CallContext,
  ): Promise<ResponseOf<typeof shareSavedQuery>> {
    return this.objects.share('query', request, context);
  }
}
