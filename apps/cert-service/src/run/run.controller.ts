import { Controller } from '@nestjs/common';
import {
  checkDerivation,
  DEFAULT_SET,
  getRows,
  getRunPictures,
  jobUsage,
  type RequestOf,
  type ResponseOf,
  runDerivation,
  suggestClaim,
} from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { ReadRows } from './output/read-rows';
import { ReadRunPictures } from './output/read-run-pictures';
import { StartRun } from './start-run';

@Controller()
export class RunController {
  constructor(
    private readonly starting: StartRun,
    private readonly rows: ReadRows,
    private readonly pictures: ReadRunPictures,
  ) {}

  @Handles(runDerivation)
  run(
    { params, body }: RequestOf<typeof runDerivation>,
    context: CallContext,
  ): Promise<ResponseOf<typeof runDerivation>> {
    return this.starting.start(params.name, body, body.force, context);
  }

  @Handles(checkDerivation)
  check(
    { params, body }: RequestOf<typeof checkDerivation>,
    context: CallContext,
  ): Promise<ResponseOf<typeof checkDerivation>> {
    return this.starting.check(params.name, body, context);
  }

  @Handles(suggestClaim)
  suggest(
    { params, query }: RequestOf<typeof suggestClaim>,
    context: CallContext,
  ): Promise<ResponseOf<typeof suggestClaim>> {
    return this.starting.suggest({ derivation: params.name, set: query.set ?? DEFAULT_SET }, context);
  }

  @Handles(getRows)
  read({ params, query }: RequestOf<typeof getRows>, context: CallContext): Promise<ResponseOf<typeof getRows>> {
    return this.rows.read({ derivation: params.name, set: query.set }, query.limit, context);
  }

  @Handles(getRunPictures)
  draw(
    { params }: RequestOf<typeof getRunPictures>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof getRunPictures>> {
    return this.pictures.get(params.name, params.run, principal);
  }

  @Handles(jobUsage)
  async usage(_: RequestOf<typeof jobUsage>, context: CallContext): Promise<ResponseOf<typeof jobUsage>> {
    return { jobs: await this.starting.usage(context) };
  }
}
