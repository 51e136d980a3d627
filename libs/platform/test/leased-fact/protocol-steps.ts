import {
  at,
  type Asked,
  type Bounds,
  type Change,
  copy,
  type Holder,
  type Protocol,
  TOPIC,
  type World,
} from './protocol-model';

/** Something that may happen next. `happen` changes the world it is given, and says what is wrong with an answer, if anything. */
export interface Step {
  readonly name: string;
  readonly happen: (world: World) => string | null;
}

const idOf = (holder: number): string => String(holder);

/** All that may happen next: every process may go on, any message may arrive, any clock may tick. */
export function stepsFrom(world: World, bounds: Bounds, protocol: Protocol): Step[] {
  return [
    ...ticks(world),
    ...world.holders.flatMap((holder, n) => holderSteps(world, holder, n, bounds, protocol)),
    ...world.changes.flatMap((change, n) => changeSteps(world, change, n, protocol)),
  ];
}

/** The world after a step, and what was wrong with it. */
export function after(
  world: World,
  step: Step,
  protocol: Protocol,
): { readonly world: World; readonly wrong: string | null } {
  const next = copy(world, protocol);
  return { wrong: step.happen(next), world: next };
}

function ticks(world: World): Step[] {
  const tick = (late: number | null): Step => ({
    name: late === null ? 'time passes' : `time passes; the clock of holder ${String(late)} does not see it`,
    happen: (it) => {
      it.now += 1;
      if (late !== null) it.slips -= 1;
      it.holders.forEach((holder, n) => (holder.clock += n === late ? 0 : 1));
      return null;
    },
  });
  return [tick(null), ...(world.slips > 0 ? world.holders.map((_, n) => tick(n)) : [])];
}

function holderSteps(world: World, holder: Holder, n: number, bounds: Bounds, protocol: Protocol): Step[] {
  const on = (name: string, happen: (holder: Holder, world: World) => string | null): Step => ({
    name: `holder ${String(n)} ${name}`,
    happen: (world) => happen(world.holders[n] ?? holder, world),
  });
  const steps = holder.asked.flatMap((asked, q) => questionSteps(world, asked, n, q, protocol));
  if (holder.left) return steps;
  if (holder.holdings.usable(TOPIC, at(holder.clock)) !== undefined)
    steps.push(
      on('answers a request that begins now', ({ holdings, clock }, { acknowledged }) => {
        const value = holdings.usable(TOPIC, at(clock))?.value ?? acknowledged;
        return value < acknowledged
          ? `an answer of version ${value} began after ${acknowledged} was acknowledged`
          : null;
      }),
    );
  if (holder.asked.length < bounds.questions)
    steps.push(
      on('asks', ({ holdings, clock, asked }, { acknowledged }) => {
        const question = holdings.ask(TOPIC, at(clock));
        asked.push({ question, floor: acknowledged, admitted: false, answers: new Set(), ended: false });
        return null;
      }),
    );
  if (bounds.stops)
    steps.push(
      on('stops', (it, { rows }) => {
        it.left = true;
        it.holdings.clear();
        rows[n] = null;
        return null;
      }),
    );
  return steps;
}

/** Owner replicas remember nothing between these steps, so that it does not matter which of them works, nor when one dies. */
function questionSteps(world: World, asked: Asked, n: number, q: number, protocol: Protocol): Step[] {
  const on = (name: string, happen: (asked: Asked, world: World) => string | null): Step => ({
    name: `${name} (question ${String(q)} of holder ${String(n)})`,
    happen: (it) => happen(it.holders[n]?.asked[q] ?? asked, it),
  });
  const { admitsFirst } = protocol;
  const steps: Step[] = [];
  const dead = asked.ended || world.holders[n]?.left === true;
  const changesRow = world.rows[n] !== 'live';
  if ((admitsFirst || asked.answers.size > 0) && (changesRow || (!asked.admitted && !dead)))
    steps.push(
      on('an owner admits the holder', (it, { rows }) => {
        it.admitted = true;
        rows[n] = 'live';
        return null;
      }),
    );
  if (dead) return steps;
  if ((asked.admitted || !admitsFirst) && !asked.answers.has(world.stored))
    steps.push(
      on('an owner reads the fact', (it, { stored }) => {
        it.answers.add(stored);
        return null;
      }),
    );
  if (asked.admitted)
    for (const value of asked.answers)
      steps.push(on(`the answer ${String(value)} arrives`, arrival(n, value, protocol)));
  return steps;
}

function arrival(
  n: number,
  value: number,
  { countsFromQuestion }: Protocol,
): (asked: Asked, world: World) => string | null {
  return (asked, world) => {
    asked.ended = true;
    const holder = world.holders[n];
    if (holder?.holdings.answered(asked.question, { value, topics: [TOPIC] }) === true && !countsFromQuestion)
      holder.holdings.facts.set(TOPIC, { value, topics: [TOPIC], askedAt: at(holder.clock) });
    return value < asked.floor
      ? `the answer is ${String(value)}, and ${String(asked.floor)} was acknowledged before the question`
      : null;
  };
}

function changeSteps(world: World, change: Change, n: number, protocol: Protocol): Step[] {
  const on = (name: string, happen: (change: Change, world: World) => void): Step => ({
    name: `change ${String(n)} ${name}`,
    happen: (it) => {
      happen(it.changes[n] ?? change, it);
      return null;
    },
  });
  const listed = (it: World): string[] => it.rows.flatMap((row, holder) => (row === null ? [] : [idOf(holder)]));
  const term = protocol.terms.leaseMs + protocol.terms.marginMs;
  switch (change.phase) {
    case 'idle':
      if (!protocol.listsAfterCommit)
        return [
          on('lists the holders', (it, { now, ...rest }) => {
            it.early = listed({ now, ...rest });
            it.phase = 'listed-early';
          }),
        ];
      return [on('commits', (it, whole) => commit(it, whole, protocol))];
    case 'listed-early':
      return [on('commits', (it, whole) => commit(it, whole, protocol))];
    case 'committed':
      return [
        on('lists the holders and tells them', (it, whole) => {
          it.withdrawal?.listed(protocol.listsAfterCommit ? listed(whole) : it.early);
          it.early = [];
          it.phase = 'telling';
        }),
      ];
    case 'telling':
      return [...tellingSteps(world, change, on, protocol), ...confirmingSteps(change, on)];
    case 'acknowledged':
      // Messages of it may still arrive; they only make holders drop more.
      return [
        ...(change.unheard.length === 0
          ? []
          : [
              on('marks those it has not heard', (it, { rows, now }) => {
                rows.forEach((row, holder) => {
                  if (row !== null && it.unheard.includes(idOf(holder))) rows[holder] = n;
                });
                it.since = now;
                it.phase = 'lapsed';
              }),
            ]),
      ];
    case 'lapsed':
      if (protocol.forgetsLate && world.now - change.since < term) return [];
      return [
        on('removes those still marked', (it, { rows }) => {
          rows.forEach((row, holder) => {
            if (row === n || (!protocol.forgetsMarked && it.unheard.includes(idOf(holder)))) rows[holder] = null;
          });
          it.phase = 'done';
        }),
      ];
    case 'done':
      return [];
  }
}

function commit(change: Change, world: World, { withdrawal, terms, repeatsWithdraw }: Protocol): void {
  const changed = world.stored !== change.version;
  world.stored = Math.max(world.stored, change.version);
  change.since = world.now;
  if (changed || repeatsWithdraw) {
    change.withdrawal = withdrawal(terms, world.now);
    change.phase = 'committed';
  } else acknowledge(change, world);
}

function acknowledge(change: Change, world: World): void {
  change.unheard = [...(change.withdrawal?.unheard ?? [])];
  change.withdrawal = null;
  change.phase = 'acknowledged';
  world.acknowledged = Math.max(world.acknowledged, change.version);
}

type On = (name: string, happen: (change: Change, world: World) => void) => Step;

function tellingSteps(world: World, change: Change, on: On, { dropsFirst }: Protocol): Step[] {
  const news = world.holders.flatMap((it, n) =>
    change.confirmations.has(n) && it.holdings.facts.size + it.holdings.questions.size === 0 ? [] : [n],
  );
  const tell = news.map((n) =>
    on(`is heard by holder ${String(n)}`, (it, { holders }) => {
      if (dropsFirst || it.confirmations.has(n)) holders[n]?.holdings.revoke([TOPIC]);
      it.confirmations.add(n);
    }),
  );
  const over = change.withdrawal?.isOver(world.now) === true;
  return over ? [...tell, on('is acknowledged', acknowledge)] : tell;
}

function confirmingSteps(change: Change, on: On): Step[] {
  return [...change.confirmations]
    .filter((holder) => change.withdrawal?.unheard.includes(idOf(holder)) === true)
    .map((holder) =>
      on(`hears the confirmation of holder ${String(holder)}`, (it) => it.withdrawal?.confirmed(idOf(holder))),
    );
}
