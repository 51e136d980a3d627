import { Inject, Injectable } from '@nestjs/common';
import type { FileReply } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import { PAGE_PAINTER, type PagePainter, PICTURE_STORE, type PictureForm, type PictureStore } from '../dashboard.ports';
import { type PageRequest, ReadPage } from './read-page';
import { variablesFrom } from '../variable/variables-from';

const TYPES: Readonly<Record<PictureForm, string>> = { svg: 'image/svg+xml', png: 'image/png' };

/** A page as a picture. The same data give the same bytes, so it is stored once and its entity tag is its hash. */
@Injectable()
export class RenderPage {
  constructor(
    private readonly pages: ReadPage,
    @Inject(PAGE_PAINTER) private readonly painter: PagePainter,
    @Inject(PICTURE_STORE) private readonly pictures: PictureStore,
  ) {}

  async render(
    {
      form,
      ...request
    }: Pick<PageRequest, 'name' | 'page' | 'draft'> & {
      readonly variables: string | undefined;
      readonly form: PictureForm;
    },
    context: CallContext,
  ): Promise<FileReply> {
    const variables = variablesFrom(request.variables);
    const answered = await this.pages.read({ ...request, variables, variablesAt: '/query/variables' }, context);
    const kept = await this.pictures.put(await this.painter.paint(answered, form, context.signal));
    return { ...kept, content_type: TYPES[form], file_name: `${request.name}.${request.page}.${form}`, inline: true };
  }
}
