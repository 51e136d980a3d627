import type { MetricDefinition } from '@svc/contracts';
import { refuse } from './compile-refusal';

/** U+0000 is legal in JSON but not in Postgres text; a lone surrogate is legal in neither. JSON writes both as escapes. */
const NOT_TEXT = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

/** Refuses what Postgres cannot store, and names that are paths of the API. */
export function refuseUnstorable(definition: MetricDefinition): void {
  for (const [member, value] of Object.entries(definition)) {
    if (NOT_TEXT.test(JSON.stringify(value) ?? ''))
      throw refuse('invalid-metric', `/body/${member}`, 'contains a character that is not valid text');
  }
  if (definition.name === 'osi')
    throw refuse('invalid-metric', '/body/name', '"osi" is the path of the OSI document; give the metric another name');
}
