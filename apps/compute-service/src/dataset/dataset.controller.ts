import { Controller } from '@nestjs/common';
import {
  deleteDataset,
  exportDataset,
  getDataset,
  listDatasets,
  listDatasetVersions,
  previewDataset,
  profileDataset,
  registerDataset,
  type RequestOf,
  resolveDatasets,
  type ResponseOf,
  requestedAccess,
  storeRows,
} from '@svc/contracts';
import { type CallContext, type ClaimedAnswer, Handles } from '@svc/platform';
import { DeleteDataset } from './delete-dataset';
import { ProfileDataset } from './profile-dataset';
import { ReadDatasets } from './read-datasets';
import { RegisterDataset } from './register-dataset';
import { StoreRows } from './store-rows';

@Controller()
export class DatasetController {
  constructor(
    private readonly registerOne: RegisterDataset,
    private readonly datasets: ReadDatasets,
    private readonly profiling: ProfileDataset,
    private readonly deleting: DeleteDataset,
    private readonly storing: StoreRows,
  ) {}

  @Handles(registerDataset)
  register(
    { query, body }: RequestOf<typeof registerDataset>,
    context: CallContext,
  ): Promise<ResponseOf<typeof registerDataset>> {
    return this.registerOne.register(body, requestedAccess(query), context);
  }

  @Handles(listDatasets)
  list({ query }: RequestOf<typeof listDatasets>, context: CallContext): Promise<ResponseOf<typeof listDatasets>> {
    return this.datasets.list(query, context);
  }

  @Handles(getDataset)
  get({ params }: RequestOf<typeof getDataset>, context: CallContext): Promise<ResponseOf<typeof getDataset>> {
    return this.datasets.get(params.name, context);
  }

  @Handles(listDatasetVersions)
  versions(
    { params }: RequestOf<typeof listDatasetVersions>,
    context: CallContext,
  ): Promise<ResponseOf<typeof listDatasetVersions>> {
    return this.datasets.versions(params.name, context);
  }

  @Handles(exportDataset)
  export({ params }: RequestOf<typeof exportDataset>, context: CallContext): Promise<ResponseOf<typeof exportDataset>> {
    return this.datasets.export(params.name, context);
  }

  @Handles(previewDataset)
  preview(
    { params, query }: RequestOf<typeof previewDataset>,
    context: CallContext,
  ): Promise<ResponseOf<typeof previewDataset> | ClaimedAnswer> {
    return this.datasets.preview(params.name, query.limit, context);
  }

  @Handles(profileDataset)
  profile(
    { params }: RequestOf<typeof profileDataset>,
    context: CallContext,
  ): Promise<ResponseOf<typeof profileDataset>> {
    return this.profiling.profile(params.name, context);
  }

  @Handles(deleteDataset)
  delete(
    { params, if_match: ifMatch }: RequestOf<typeof deleteDataset>,
    context: CallContext,
  ): Promise<ResponseOf<typeof deleteDataset>> {
    return this.deleting.delete(params.name, ifMatch, context);
  }

  @Handles(resolveDatasets)
  resolve(
    { names, as }: RequestOf<typeof resolveDatasets>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof resolveDatasets>> {
    return this.datasets.resolve(names, principal, as);
  }

  @Handles(storeRows)
  store({ staged }: RequestOf<typeof storeRows>, context: CallContext): Promise<ResponseOf<typeof storeRows>> {
    return this.storing.store(staged, context);
  }
}
