import { begin, type Bounds, nameOf, type Protocol, type World } from './protocol-model';
import { after, stepsFrom } from './protocol-steps';

export interface Exploration {
  /** Different worlds that were reached; all there are, unless something was wrong. */
  readonly states: number;
  readonly transitions: number;
  /** The shortest way to a wrong answer, its last line what is wrong; null when no way leads to one. */
  readonly wrong: readonly string[] | null;
}

interface Reached {
  readonly from: Reached | null;
  readonly by: string;
}

/** Goes every way that the bounds leave, shortest first. */
export function explore(bounds: Bounds, protocol: Protocol): Exploration {
  const first = begin(bounds, protocol);
  const seen = new Set([nameOf(first, protocol)]);
  let frontier: [World, Reached | null][] = [[first, null]];
  let transitions = 0;
  while (frontier.length > 0) {
    const next: [World, Reached | null][] = [];
    for (const [world, way] of frontier)
      for (const step of stepsFrom(world, bounds, protocol)) {
        transitions += 1;
        const reached = after(world, step, protocol);
        const here = { from: way, by: step.name };
        if (reached.wrong !== null) return { states: seen.size, transitions, wrong: [...wayTo(here), reached.wrong] };
        const name = nameOf(reached.world, protocol);
        if (seen.has(name)) continue;
        seen.add(name);
        next.push([reached.world, here]);
      }
    frontier = next;
  }
  return { states: seen.size, transitions, wrong: null };
}

function wayTo(here: Reached): string[] {
  const way: string[] = [];
  for (let at: Reached | null = here; at !== null; at = at.from) way.unshift(at.by);
  return way;
}
