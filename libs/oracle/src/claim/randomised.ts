import type { Declared } from './claim';
import { termOf } from './vocabulary';

/** Did chance decide who was treated, as far as is declared? Only the closed words count, never a note. */
export function isRandomised({ design, assignment }: Declared): boolean {
  return termOf('design', design) === 'randomised' || termOf('assignment', assignment) === 'randomised';
}
