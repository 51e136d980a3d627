import { parseClaim } from '../claim/parse-claim';
import { tableFromColumns } from '../table/table-from-columns';
import type { Table } from '../table/table';
import { describeWithReference, numbersOf, referenceTable } from '../testing/reference-data';
import { attest } from './attest';
import type { Attestation } from '../verdict/attestation';

function judge(table: Table, claim: object): Attestation {
  const parsed = parseClaim(claim, table.columns);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return attest({ table, claim: parsed.claim });
}

describeWithReference('verdicts on classic data', () => {
  it('iris: "wider sepals go with shorter petals" is unsound, Species turns it round', async () => {
    const found = judge(await referenceTable('iris'), {
      question: 'wider sepals go with shorter petals',
      kind: 'association',
      roles: { x: 'Sepal.Width', y: 'Petal.Length' },
    });
    expect(found.verdict).toBe('unsound');
    expect(found.reason).toContain('Species');
  });

  it('Berkeley: "men are favoured" is unsound, dept turns it round', async () => {
    const counts = await referenceTable('ucb');
    const rows = Array.from({ length: counts.rowCount }, (_, row) => row).flatMap((row) =>
      (['admitted', 'rejected'] as const).flatMap((outcome) =>
        Array.from({ length: numbersOf(counts, outcome)[row] ?? 0 }, () => ({
          dept: text(counts, 'dept', row),
          gender: text(counts, 'gender', row),
          admitted: outcome === 'admitted' ? 1 : 0,
        })),
      ),
    );
    const table = tableFromColumns({
      dept: rows.map((r) => r.dept),
      gender: rows.map((r) => r.gender),
      admitted: rows.map((r) => r.admitted),
    });
    for (const declared of [{}, { pre_treatment: ['dept'] }]) {
      const found = judge(table, {
        question: 'men are favoured',
        kind: 'proportion',
        roles: { group: 'gender', outcome: 'admitted' },
        declared,
      });
      expect(found.reason).toContain('dept');
      expect(found.verdict).not.toBe('sound');
      if (!('pre_treatment' in declared)) expect(found.verdict).toBe('unsound');
    }
  });

  it('Berkeley, as a table of counts, is judged like its single rows', async () => {
    const counts = await referenceTable('ucb');
    const long = Array.from({ length: counts.rowCount }, (_, row) => row).flatMap((row) =>
      [1, 0].map((admitted) => ({
        dept: text(counts, 'dept', row),
        gender: text(counts, 'gender', row),
        admitted,
        people: numbersOf(counts, admitted === 1 ? 'admitted' : 'rejected')[row] ?? 0,
      })),
    );
    const table = tableFromColumns({
      dept: long.map((r) => r.dept),
      gender: long.map((r) => r.gender),
      admitted: long.map((r) => r.admitted),
      people: long.map((r) => r.people),
    });
    const found = judge(table, {
      question: 'men are favoured',
      kind: 'proportion',
      roles: { group: 'gender', outcome: 'admitted', count: 'people' },
    });
    expect(found).toMatchObject({ verdict: 'unsound', estimate: { n: 4526 } });
    expect(found.reason).toContain('dept');
    expect(found.estimate?.value).toBeCloseTo(0.44519 - 0.30354, 4);
  });

  it('Anscombe: eleven points are never enough', async () => {
    const table = await referenceTable('anscombe');
    const set = numbersOf(table, 'set');
    for (const wanted of [1, 2, 3, 4]) {
      const part = (name: string): Float64Array => numbersOf(table, name).filter((_, i) => set[i] === wanted);
      const found = judge(tableFromColumns({ x: part('x'), y: part('y') }), {
        question: 'x and y are associated',
        kind: 'association',
        roles: { x: 'x', y: 'y' },
      });
      expect(found.verdict).not.toBe('sound');
    }
  });

  it('sleep: sound only when id is declared as the unit', async () => {
    const table = await referenceTable('sleep');
    const claim = { question: 'the drugs differ', kind: 'comparison', roles: { group: 'group', value: 'extra' } };
    expect(judge(table, claim).verdict).toBe('inconclusive');
    const paired = judge(table, { ...claim, declared: { unit: 'id' } });
    expect(paired.verdict).toBe('sound');
    expect(paired.reason).toContain('paired over 10 values of id');
  });

  it('LaLonde, randomised: training raised earnings', async () => {
    const table = await referenceTable('lalonde_nsw');
    const found = judge(table, {
      question: 'training raised earnings',
      kind: 'effect',
      roles: { x: 'treat', y: 're78' },
      declared: { design: 'randomised', direction: '>' },
    });
    expect(found.verdict).toBe('sound');
    expect(found.estimate?.value).toBeCloseTo(1794.342382, 4);
  });

  it('LaLonde, observational: never sound', async () => {
    const table = await referenceTable('lalonde_psid614');
    const claim = {
      question: 'training raised earnings',
      kind: 'effect',
      roles: { x: 'treat', y: 're78' },
      declared: { design: 'observational' },
    };
    expect(judge(table, claim).verdict).toBe('inconclusive');
    const adjusted = judge(table, {
      ...claim,
      declared: {
        design: 'observational',
        pre_treatment: ['age', 'educ', 'race', 'married', 'nodegree', 're74', 're75'],
      },
    });
    expect(adjusted.verdict).not.toBe('sound');
  });

  it('PlantGrowth: p = 0.016 is not enough', async () => {
    const found = judge(await referenceTable('plantgrowth'), {
      question: 'treatments differ',
      kind: 'comparison',
      roles: { group: 'group', value: 'weight' },
    });
    expect(found.verdict).toBe('inconclusive');
  });
});

function text(table: Table, name: string, row: number): string {
  const column = table.column(name);
  return column?.type === 'string' ? (column.levels[column.codes[row] ?? -1] ?? '') : '';
}
