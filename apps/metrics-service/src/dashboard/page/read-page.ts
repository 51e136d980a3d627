import { Injectable } from '@nestjs/common';
import { didYouMeanOrStop, quotedList } from '@svc/closest-name';
import { type Dashboard, type DashboardPage, ProblemError, type VariableValue } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import { AnswerTile } from '../tile/answer-tile';
import type { AnsweredPage } from './answered-page';
import { chosenValues } from '../variable/bind-variables';
import { mapConcurrently } from '../../map-concurrently';
import { ReadDashboards } from '../read-dashboards';

/** A request for a page. */
export interface PageRequest {
  readonly name: string;
  readonly page: string;
  readonly draft: boolean;
  readonly variables: Readonly<Record<string, VariableValue>>;
  /** Where the variables are in the request, for pointers in refusals. */
  readonly variablesAt: string;
}

/** Concurrent queries of one page: it must not delay everybody else. */
const AT_ONCE = 4;
/** Time reserved at the end of the page's deadline: a tile gives up before, so that the others arrive. */
const TO_ANSWER_MS = 3000;

/** The contents of a page's tiles, queried concurrently. */
@Injectable()
export class ReadPage {
  constructor(
    private readonly reading: ReadDashboards,
    private readonly tiles: AnswerTile,
  ) {}

  async read(request: PageRequest, context: CallContext): Promise<AnsweredPage> {
    const { version, spec } = await this.reading.shown(request.name, request.draft, context.principal);
    const page = spec.pages.find((it) => it.name === request.page);
    if (page === undefined) {
      const names = spec.pages.map((it) => it.name);
      throw new ProblemError(
        'not-found',
        `Dashboard "${request.name}" has no page "${request.page}"${didYouMeanOrStop(request.page, names)}Pages: ${quotedList(names)}.`,
      );
    }
    return this.answer({ version, spec, page }, request, context);
  }

  private async answer(
    { version, spec, page }: Pick<Dashboard, 'version' | 'spec'> & { readonly page: DashboardPage },
    request: PageRequest,
    context: CallContext,
  ): Promise<AnsweredPage> {
    const values = chosenValues(spec.variables, request.variables, request.variablesAt);
    const patient = { ...context, deadline: context.deadline - TO_ANSWER_MS };
    const tiles = await mapConcurrently(page.widgets, AT_ONCE, (widget) =>
      this.tiles.answer(widget, spec.variables, values, patient),
    );
    return {
      spec,
      page,
      data: {
        dashboard: request.name,
        version,
        published: !request.draft,
        page: { name: page.name, title: page.title },
        variables: Object.fromEntries(values),
        tiles,
      },
    };
  }
}
