import { Controller } from '@nestjs/common';
import { type RequestOf, type ResponseOf, servingNoun } from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { InvokeModel } from './invoke-model';
import { LabelInferences } from './label-inferences';
import { ReadInferences } from './read-inferences';

const { invokeModel, listInvocations, labelInvocations, getAccuracy } = servingNoun.endpoints;

@Controller()
export class ServingController {
  constructor(
    private readonly invoking: InvokeModel,
    private readonly reading: ReadInferences,
    private readonly labelling: LabelInferences,
  ) {}

  @Handles(invokeModel)
  invoke(
    { params, query, body }: RequestOf<typeof invokeModel>,
    context: CallContext,
  ): Promise<ResponseOf<typeof invokeModel>> {
    return this.invoking.invoke({ name: params.name, asked: query.version, body }, context);
  }

  @Handles(listInvocations)
  list(
    { params, query }: RequestOf<typeof listInvocations>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof listInvocations>> {
    const { version, outcome, limit, cursor } = query;
    return this.reading.list(params.name, { version, outcome, ...period(query) }, { limit, cursor }, principal);
  }

  @Handles(labelInvocations)
  label(
    { params, body }: RequestOf<typeof labelInvocations>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof labelInvocations>> {
    return this.labelling.label(params.name, body.labels, principal);
  }

  @Handles(getAccuracy)
  async accuracy(
    { params, query }: RequestOf<typeof getAccuracy>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof getAccuracy>> {
    const { version } = query;
    return { items: [...(await this.reading.accuracy(params.name, { version, ...period(query) }, principal))] };
  }
}

function period({ since, until }: { since?: string | undefined; until?: string | undefined }) {
  const at = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
  return { since: at(since), until: at(until) };
}
