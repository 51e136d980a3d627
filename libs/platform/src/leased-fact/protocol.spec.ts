import { provesAll } from '@svc/testing';
import { explore } from '../../test/leased-fact/explore';
import type { Bounds, Protocol } from '../../test/leased-fact/protocol-model';
import { Holdings } from './holdings';
import { Withdrawal } from './withdrawal';

const BUILT: Protocol = {
  terms: { leaseMs: 2, marginMs: 1 },
  holdings: (terms) => new Holdings<number>(terms, 10),
  withdrawal: (terms, committedAt) => new Withdrawal(terms, committedAt),
  countsFromQuestion: true,
  admitsFirst: true,
  listsAfterCommit: true,
  dropsFirst: true,
  forgetsLate: true,
  forgetsMarked: true,
  repeatsWithdraw: true,
};

/** Keeps an answer although a change was heard since the question. */
class KeepsOldAnswers extends Holdings<number> {
  override revoke(): void {
    this.facts.clear();
  }
}

/** Takes the first confirmation for all. */
class WaitsForOne extends Withdrawal {
  override confirmed(): void {
    this.listed([]);
  }
}

const SAMPLE: readonly [what: string, bounds: Bounds, states: number][] = [
  ['one holder asks twice, one change', { holders: 1, questions: 2, changes: [1], slips: 1, stops: true }, 14_788],
  ['a change and its repetition', { holders: 1, questions: 1, changes: [1, 1], slips: 0, stops: true }, 15_186],
  ['two holders, one change', { holders: 2, questions: 1, changes: [1], slips: 0, stops: false }, 30_268],
];
const ALL: typeof SAMPLE = [
  ['one holder asks twice, two changes', { holders: 1, questions: 2, changes: [1, 2], slips: 1, stops: true }, 783_178],
  ['two holders that may stop, one change', { holders: 2, questions: 1, changes: [1], slips: 1, stops: true }, 83_680],
];

/** Each a protocol with one fault, in the smallest world that shows it. */
const FAULTS: readonly [fault: string, change: Partial<Protocol>, bounds: Partial<Bounds>][] = [
  ['waits no longer than the lease, though clocks differ', { terms: { leaseMs: 2, marginMs: 0 } }, { slips: 1 }],
  ['counts the lease from the answer', { countsFromQuestion: false }, {}],
  ['keeps an answer that was under way when a change was heard', { holdings: (it) => new KeepsOldAnswers(it, 10) }, {}],
  ['confirms before it drops', { dropsFirst: false }, {}],
  ['takes the first confirmation for all', { withdrawal: (...it) => new WaitsForOne(...it) }, { holders: 2 }],
  ['reads the fact before the holder is listed', { admitsFirst: false }, {}],
  ['lists the holders before the commit', { listsAfterCommit: false }, {}],
  ['removes at once whom it has not heard', { forgetsLate: false }, { changes: [1, 2] }],
  ['acknowledges at once what it finds done', { repeatsWithdraw: false }, { changes: [1, 1] }],
];
const ALL_FAULTS: typeof FAULTS = [
  ['removes a holder that was admitted again', { forgetsMarked: false }, { changes: [1, 2], questions: 2 }],
];
const MINUTES = 15 * 60_000;

describe('the protocol of leased facts', () => {
  it.each(provesAll() ? [...SAMPLE, ...ALL] : SAMPLE)(
    'gives no answer from before an acknowledged change to what begins after it: %s',
    (_what, bounds, states) => {
      // The number, so that a model in which less happens is noticed.
      expect(explore(bounds, BUILT)).toMatchObject({ wrong: null, states });
    },
    MINUTES,
  );

  it.each(provesAll() ? [...FAULTS, ...ALL_FAULTS] : FAULTS)(
    'is found to be wrong if somebody %s',
    (_fault, change, bounds) => {
      const least = { holders: 1, questions: 1, changes: [1], slips: 0, stops: false };
      expect(explore({ ...least, ...bounds }, { ...BUILT, ...change }).wrong).not.toBeNull();
    },
    MINUTES,
  );
});
