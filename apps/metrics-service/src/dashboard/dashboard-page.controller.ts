import { Controller } from '@nestjs/common';
import { readDashboardPage, type RequestOf, type ResponseOf } from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { ReadPage } from './read-page';

@Controller()
export class DashboardPageController {
  constructor(private readonly pages: ReadPage) {}

  @Handles(readDashboardPage)
  async read({ params, body }: RequestOf<typeof readDashboardPage>, context: CallContext): Promise<ResponseOf<typeof readDashboardPage>> {
    const { data } = await this.pages.read({ ...params, ...body, variablesAt: '/body/variables' }, context);
    return data;
  }
}
