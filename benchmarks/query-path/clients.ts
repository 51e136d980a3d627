/** What so many clients met in some time, each asking again as soon as it was answered. */
export interface Met {
  readonly latencies: readonly number[];
  readonly perSecond: number;
}

/** Runs `count` clients for `ms`; `ask` gets a number that no other request ever had. Rejects on the first failure. */
export async function clients(count: number, ms: number, ask: (unique: number) => Promise<void>): Promise<Met> {
  const latencies: number[] = [];
  const begun = performance.now();
  const client = async (): Promise<void> => {
    while (performance.now() - begun < ms) {
      const sent = performance.now();
      await ask(nextUnique());
      latencies.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: count }, client));
  return { latencies, perSecond: latencies.length / ((performance.now() - begun) / 1000) };
}

/** What was asked in an earlier run may still be known. */
let unique = Date.now() * 1000;
function nextUnique(): number {
  unique += 1;
  return unique;
}
