import type { PictureForm } from '../dashboard.ports';
import type { AnsweredPage } from '../page/answered-page';
import { pagePicture } from './page-picture';
import { pixelsOf } from './pixels';

/** The input of the thread. */
export interface PaintingOrder {
  readonly answered: AnsweredPage;
  readonly form: PictureForm;
}

/** Thread entry: one answered page in, the bytes of one picture out. */
export default function paint({ answered: { spec, page, data }, form }: PaintingOrder): Uint8Array {
  const svg = pagePicture(spec, page, data);
  return form === 'png' ? pixelsOf(svg) : Buffer.from(svg, 'utf8');
}
