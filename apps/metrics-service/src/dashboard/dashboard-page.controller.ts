import { Controller } from '@nestjs/common';
import {
  listVariableOptions,
  readDashboardPage,
  renderDashboardPage,
  renderDashboardPagePng,
  type RequestOf,
  type ResponseOf,
} from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { ListOptions } from './variable/list-options';
import { ReadPage } from './page/read-page';
import { RenderPage } from './page/render-page';

@Controller()
export class DashboardPageController {
  constructor(
    private readonly pages: ReadPage,
    private readonly pictures: RenderPage,
    private readonly options: ListOptions,
  ) {}

  @Handles(listVariableOptions)
  list(
    { params, query }: RequestOf<typeof listVariableOptions>,
    context: CallContext,
  ): Promise<ResponseOf<typeof listVariableOptions>> {
    return this.options.list(params.name, params.variable, query.draft === 'true', context);
  }

  @Handles(readDashboardPage)
  async read(
    { params, body }: RequestOf<typeof readDashboardPage>,
    context: CallContext,
  ): Promise<ResponseOf<typeof readDashboardPage>> {
    const { data } = await this.pages.read({ ...params, ...body, variablesAt: '/body/variables' }, context);
    return data;
  }

  @Handles(renderDashboardPage)
  render(
    { params, query }: RequestOf<typeof renderDashboardPage>,
    context: CallContext,
  ): Promise<ResponseOf<typeof renderDashboardPage>> {
    return this.pictures.render(
      { ...params, draft: query.draft === 'true', variables: query.variables, form: 'svg' },
      context,
    );
  }

  @Handles(renderDashboardPagePng)
  renderPng(
    { params, query }: RequestOf<typeof renderDashboardPagePng>,
    context: CallContext,
  ): Promise<ResponseOf<typeof renderDashboardPagePng>> {
    return this.pictures.render(
      { ...params, draft: query.draft === 'true', variables: query.variables, form: 'png' },
      context,
    );
  }
}
