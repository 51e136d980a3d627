import { Controller } from '@nestjs/common';
import { readDashboardPage, renderDashboardPage, renderDashboardPagePng, type RequestOf, type ResponseOf } from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { ReadPage } from './read-page';
import { RenderPage } from './render-page';

@Controller()
export class DashboardPageController {
  constructor(
    private readonly pages: ReadPage,
    private readonly pictures: RenderPage,
  ) {}

  @Handles(readDashboardPage)
  async read({ params, body }: RequestOf<typeof readDashboardPage>, context: CallContext): Promise<ResponseOf<typeof readDashboardPage>> {
    const { data } = await this.pages.read({ ...params, ...body, variablesAt: '/body/variables' }, context);
    return data;
  }

  @Handles(renderDashboardPage)
  render({ params, query }: RequestOf<typeof renderDashboardPage>, context: CallContext): Promise<ResponseOf<typeof renderDashboardPage>> {
    return this.pictures.render({ ...params, draft: query.draft === 'true', variables: query.variables, form: 'svg' }, context);
  }

  @Handles(renderDashboardPagePng)
  renderPng({ params, query }: RequestOf<typeof renderDashboardPagePng>, context: CallContext): Promise<ResponseOf<typeof renderDashboardPagePng>> {
    return this.pictures.render({ ...params, draft: query.draft === 'true', variables: query.variables, form: 'png' }, context);
  }
}
