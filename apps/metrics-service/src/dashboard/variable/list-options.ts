import { Injectable } from '@nestjs/common';
import { didYouMeanOrStop, quotedList } from '@svc/closest-name';
import { type listVariableOptions, ProblemError, type ResponseOf } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import { OfferOptions } from './offer-options';
import { ReadDashboards } from '../read-dashboards';

/** The choices for a variable of a dashboard, as far as the caller may see them. */
@Injectable()
export class ListOptions {
  constructor(
    private readonly reading: ReadDashboards,
    private readonly options: OfferOptions,
  ) {}

  async list(
    name: string,
    variable: string,
    draft: boolean,
    context: CallContext,
  ): Promise<ResponseOf<typeof listVariableOptions>> {
    const { spec } = await this.reading.shown(name, draft, context.principal);
    const found = spec.variables.find((it) => it.name === variable);
    if (found === undefined) {
      const names = spec.variables.map((it) => it.name);
      throw new ProblemError(
        'not-found',
        `Dashboard "${name}" has no variable "${variable}"${didYouMeanOrStop(variable, names)}Variables: ${quotedList(names)}.`,
      );
    }
    return { variable, ...(await this.options.offer(found, context)) };
  }
}
