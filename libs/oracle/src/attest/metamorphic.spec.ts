import { PLAIN_PLANTS } from '../calibrate/plants/plain-plants';
import type { Claim, ClaimKind, RoleValue } from '../claim/claim';
import { normalDraw, seededRandom, shuffle } from '../statistics/sample/hash-random';
import { rowNumbers } from '../statistics/sample/rows';
import type { Column } from '../table/column';
import { Table } from '../table/table';
import { attest } from './attest';
import type { Verdict } from '../claim/verdict';

type Kind = Exclude<ClaimKind, 'table'>;
const KINDS = Object.keys(PLAIN_PLANTS).filter((kind): kind is Kind => kind in PLAIN_PLANTS);
/** A null, a borderline and a clear effect. */
const SHIFTS = [0, 3, 6];

function take(column: Column, rows: Int32Array): Column {
  return column.type === 'string'
    ? { ...column, codes: rows.map((row) => column.codes[row] ?? -1) }
    : { ...column, values: Float64Array.from(rows, (row) => column.values[row] ?? NaN) };
}

function rowsOf(table: Table, rows: Int32Array): Table {
  return new Table(
    table.columns.map((column) => take(column, rows)),
    rows.length,
  );
}

function mapColumn(table: Table, name: string, change: (column: Column) => Column): Table {
  return new Table(
    table.columns.map((column) => (column.name === name ? change(column) : column)),
    table.rowCount,
  );
}

function judge(table: Table, claim: Claim): Verdict {
  return attest({ table, claim }).verdict;
}

/** Every role that holds numbers whose unit is free. */
function measured(claim: Claim, table: Table): string[] {
  return Object.values(claim.roles)
    .flatMap((value) => (typeof value === 'number' ? [] : value))
    .filter((name) => {
      const column = table.column(name);
      return column?.type === 'number' && column.values.some((value) => value !== 0 && value !== 1);
    });
}

function renamed(claim: Claim, to: (name: string) => string): Claim {
  const value = (role: RoleValue): RoleValue =>
    typeof role === 'number' ? role : typeof role === 'string' ? to(role) : role.map(to);
  const declared = Object.fromEntries(
    Object.entries(claim.declared).map(([key, fact]) => [
      key,
      key === 'unit' && typeof fact === 'string' ? to(fact) : fact,
    ]),
  );
  return {
    ...claim,
    roles: Object.fromEntries(Object.entries(claim.roles).map(([role, name]) => [role, value(name)])),
    declared,
  };
}

describe.each(KINDS)('%s', (kind) => {
  const cases = SHIFTS.map((shift) => PLAIN_PLANTS[kind](160, shift, seededRandom(`metamorphic/${kind}/${shift}`)));
  const each = (check: (item: (typeof cases)[number]) => void): void => cases.forEach(check);

  it('does not depend on the order of rows (where rows have no order of their own)', () => {
    each(({ table, claim }) => {
      const rows = rowNumbers(table.rowCount);
      shuffle(rows, seededRandom('order'));
      expect(judge(rowsOf(table, rows), claim)).toBe(judge(table, claim));
    });
  });

  it('does not depend on the names of columns', () => {
    each(({ table, claim }) => {
      const other = new Table(
        table.columns.map((column) => ({ ...column, name: `col ${column.name}` })),
        table.rowCount,
      );
      expect(
        judge(
          other,
          renamed(claim, (name) => `col ${name}`),
        ),
      ).toBe(judge(table, claim));
    });
  });

  it.each([1e9, 1e-9])('does not depend on units: columns times %d', (factor) => {
    each(({ table, claim }) => {
      const scaled = measured(claim, table).reduce(
        (held, name) =>
          mapColumn(held, name, (column) =>
            column.type === 'string' ? column : { ...column, values: column.values.map((value) => value * factor) },
          ),
        table,
      );
      const margin = claim.declared.margin;
      const same =
        margin === undefined ? claim : { ...claim, declared: { ...claim.declared, margin: margin * factor } };
      expect(judge(scaled, same)).toBe(judge(table, claim));
    });
  });

  it('does not depend on a column of noise that the claim does not name', () => {
    each(({ table, claim }) => {
      const random = seededRandom('noise');
      const noise: Column = {
        name: 'noise',
        type: 'number',
        values: Float64Array.from({ length: table.rowCount }, () => normalDraw(random)),
      };
      const coin: Column = {
        name: 'coin',
        type: 'number',
        values: Float64Array.from({ length: table.rowCount }, () => Math.floor(3 * random())),
      };
      expect(judge(new Table([...table.columns, noise], table.rowCount), claim)).toBe(judge(table, claim));
      // A mean cannot show by itself whether a few values are sites: that its rows are independent is for a person to say.
      const said = { ...claim, declared: { ...claim.declared, independent_rows: true } };
      expect(judge(new Table([...table.columns, noise, coin], table.rowCount), said)).toBe(judge(table, said));
    });
  });

  it('is never raised to sound by duplicating every row', () => {
    each(({ table, claim }) => {
      if (judge(table, claim) === 'sound') return;
      const rows = rowNumbers(table.rowCount);
      const twice = Int32Array.from([...rows, ...rows]);
      // A table of yes/no alone cannot tell copies from coincidence; there the rows carry an identifier.
      const keyed = new Table(
        [
          ...table.columns,
          { name: 'row id', type: 'number', values: Float64Array.from(rows, (row) => row * 1.000001) },
        ],
        table.rowCount,
      );
      expect(judge(rowsOf(keyed, twice), claim)).not.toBe('sound');
    });
  });

  it('says the same, to the last digit of its interval, of a table that was loaded twice', () => {
    each(({ table, claim }) => {
      const rows = rowNumbers(table.rowCount);
      const keyed = new Table(
        [
          ...table.columns,
          { name: 'row id', type: 'number', values: Float64Array.from(rows, (row) => row * 1.000001) },
        ],
        table.rowCount,
      );
      const [once, twice] = [keyed, rowsOf(keyed, Int32Array.from([...rows, ...rows]))].map((it) =>
        attest({ table: it, claim }),
      );
      expect([twice?.verdict, twice?.estimate]).toEqual([once?.verdict, once?.estimate]);
    });
  });

  it('is never raised to sound by one missing value', () => {
    each(({ table, claim }) => {
      if (judge(table, claim) === 'sound') return;
      const [name = table.names[0] ?? ''] = measured(claim, table);
      const holed = mapColumn(table, name, (column) =>
        column.type === 'string'
          ? column
          : { ...column, values: column.values.map((value, row) => (row === 7 ? NaN : value)) },
      );
      expect(judge(holed, claim)).not.toBe('sound');
    });
  });
});

describe('permuting the outcome', () => {
  const OUTCOMES: Readonly<Partial<Record<Kind, string>>> = {
    association: 'y',
    effect: 'y',
    comparison: 'value',
    experiment: 'metric',
    trend: 'value',
    proportion: 'yes',
    prediction: 'y',
    classification: 'said',
    survival: 'treated',
  };

  it.each(Object.entries(OUTCOMES))('never leaves %s sound', (kind, outcome) => {
    const found = KINDS.find((name) => name === kind);
    if (found === undefined) throw new Error(kind);
    let sound = 0;
    for (let draw = 0; draw < 12; draw++) {
      const { table, claim } = PLAIN_PLANTS[found](160, 8, seededRandom(`permute/${kind}/${draw}`));
      const rows = rowNumbers(table.rowCount);
      shuffle(rows, seededRandom(`shuffle/${draw}`));
      if (
        judge(
          mapColumn(table, outcome, (column) => take(column, rows)),
          claim,
        ) === 'sound'
      )
        sound++;
    }
    expect(sound).toBe(0);
  });
});

describe('swapping the labels of two groups', () => {
  it.each(['comparison', 'experiment', 'proportion'] as const)(
    'turns the estimate of %s round and keeps its verdict',
    (kind) => {
      for (const shift of SHIFTS) {
        const { table, claim } = PLAIN_PLANTS[kind](160, shift, seededRandom(`swap/${kind}/${shift}`));
        const name = claim.roles.group ?? claim.roles.variant;
        const swapped = mapColumn(table, String(name), (column) =>
          column.type === 'string'
            ? { ...column, levels: column.levels.map((label) => (label === 'A' ? 'B' : 'A')) }
            : column,
        );
        const [before, after] = [attest({ table, claim }), attest({ table: swapped, claim })];
        expect(after.verdict).toBe(before.verdict);
        expect(after.estimate?.value).toBeCloseTo(-(before.estimate?.value ?? NaN), 9);
      }
    },
  );
});
