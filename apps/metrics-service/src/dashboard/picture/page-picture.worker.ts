import type { AnsweredPage } from '../read-page';
import { pagePicture } from './page-picture';

/** Thread entry: one answered page in, one picture out. */
export default function paint({ spec, page, data }: AnsweredPage): string {
  return pagePicture(spec, page, data);
}
