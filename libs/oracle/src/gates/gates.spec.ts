import { GATE_CASES } from '../testing/gate-cases';
import { GATES } from './all-gates';

describe('gates', () => {
  it.each(GATES.map((gate) => [gate.name]))('%s has a case it accuses and a case it passes', (name) => {
    const said = new Set(GATE_CASES.filter((item) => item.gate === name).map((item) => item.says));
    expect(said.has('sound')).toBe(true);
    expect(said.size).toBeGreaterThan(1);
  });

  it.each(GATE_CASES.map((item) => [item.gate, item.says, item.name, item] as const))(
    '%s says %s about %s',
    (name, says, _case, item) => {
      const gate = GATES.find((candidate) => candidate.name === name);
      const found = gate?.examine(item.inquiry());
      expect(found).toMatchObject({ verdict: says });
    },
  );

  it.each(GATES.map((gate) => [gate.name, gate] as const))(
    '%s says what it looks for, its statistic, its threshold and their source',
    (_name, gate) => {
      for (const text of [gate.looksFor, gate.statistic, gate.threshold, gate.source])
        expect(text.length).toBeGreaterThan(5);
    },
  );
});
