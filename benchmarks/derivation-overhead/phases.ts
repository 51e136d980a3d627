import type { EndedProcess } from '../measure/ended-process';

/** From the start of the command until a worker has begun. */
export const START = 'the command starts; the job is queued and taken';
/** From what was said last: signing and recording, then the command reads the run and prints it. */
const UNTIL_END = ', and the command prints it';

/** Milliseconds of each phase of `svc derivation run`, by what it said when the phase began. They add up to the whole. */
export function phasesOf({ ms, said }: EndedProcess): ReadonlyMap<string, number> {
  const steps = said.flatMap(({ at, line }) => {
    const message = /^[a-z_0-9]+: (.+?)(?: \(\d+ of \d+\))?$/.exec(line)?.[1];
    return message === undefined || /^(starting|.* queued|queued|running)$/.test(message) ? [] : [{ at, message }];
  });
  const phases = new Map([[START, steps[0]?.at ?? ms]]);
  steps.forEach(({ at, message }, index) => {
    const next = steps[index + 1];
    const name = next === undefined ? message + UNTIL_END : message;
    phases.set(name, (phases.get(name) ?? 0) + (next?.at ?? ms) - at);
  });
  return phases;
}
