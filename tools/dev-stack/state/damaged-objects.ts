import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { StateDirectory } from './state-directory';

/** Where the warehouse of a stack keeps damaged objects, with a note for each. */
export function quarantineOf({ warehouse }: StateDirectory): string {
  return join(warehouse, 'quarantine');
}

/** The objects that the warehouse has noted as damaged. */
export function damagedObjects(state: StateDirectory): string[] {
  try {
    return readdirSync(quarantineOf(state)).flatMap((name) =>
      name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : [],
    );
  } catch {
    // There is no warehouse yet.
    return [];
  }
}

/** `2 damaged and refused: 3f9a…, 71c0…` */
export function inWords(objects: readonly string[]): string {
  const named = objects.slice(0, 5).join(', ');
  return `${objects.length} damaged and refused: ${named}${objects.length > 5 ? ', …' : ''}`;
}
