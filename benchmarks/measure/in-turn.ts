/** One of the things compared; `run` does it once. */
export interface Arm<T> {
  readonly name: string;
  run(round: number): Promise<T>;
}

/**
 * Runs every arm once per round and gives each arm's results in order. Whichever went first goes last in the next round,
 * so that what the machine does meanwhile, and what one arm leaves behind for the next, falls on all of them alike.
 */
export async function inTurn<T>(
  arms: readonly Arm<T>[],
  rounds: number,
  say: (text: string) => void = () => undefined,
): Promise<ReadonlyMap<string, readonly T[]>> {
  const results = new Map(arms.map((arm): [string, T[]] => [arm.name, []]));
  for (let round = 0; round < rounds; round += 1) {
    say(`round ${String(round + 1)} of ${String(rounds)}`);
    const first = round % arms.length;
    for (const arm of [...arms.slice(first), ...arms.slice(0, first)])
      results.get(arm.name)?.push(await arm.run(round));
  }
  return results;
}
