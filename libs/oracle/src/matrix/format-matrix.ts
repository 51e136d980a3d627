import { mostFalseSound } from '../calibrate/document/bars';
import { CLAIM_KINDS } from '../claim/claim';
import type { Gate } from '../gates/gate';
import { GATES } from '../gates/all-gates';
import { NO_MEANING } from '../testing/no-meaning';
import { ALPHA } from '../verdict/policy';
import type { MatrixCell, Side, Verdicts } from './gate-matrix';
import type { Kind } from './kind-shape';

/** A cell and what was measured of it so far. */
export interface MatrixRow {
  readonly cell: MatrixCell;
  readonly of: (side: Side) => Verdicts | null;
}

/** Where and when a matrix was measured. */
export interface MatrixRun {
  readonly draws: number;
  readonly date: string;
  readonly command: string;
}

const KINDS = CLAIM_KINDS.filter((kind) => kind !== 'table');
const MAX_UNSOUND = 0.01;
const MAX_ABSTAIN = 0.15;

/** What a cell misses, in words; empty where it holds. */
function missedBy({ of }: MatrixRow, draws: number): string[] {
  const sound = (side: Side): number => of(side)?.sound ?? 0;
  const twin = of('twin declared');
  const most = mostFalseSound(draws);
  return [
    ...(sound('trap declared') > most ? ['trap sound'] : []),
    ...(sound('trap silent') > most ? ['silent trap sound'] : []),
    ...(twin !== null && twin.unsound > MAX_UNSOUND * draws ? ['twin unsound'] : []),
    ...(twin !== null && twin.inconclusive > MAX_ABSTAIN * draws ? ['twin inconclusive'] : []),
  ];
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...rows].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

function overview(rows: readonly MatrixRow[], draws: number): string {
  const mark = (gate: Gate, kind: Kind): string => {
    const found = rows.find(({ cell }) => cell.gate === gate.name && cell.kind === kind);
    if (found !== undefined) return missedBy(found, draws).length === 0 ? '✓' : '**✗**';
    return gate.kinds === 'all' || gate.kinds.includes(kind) ? '○' : '–';
  };
  return table(
    ['gate', ...KINDS],
    GATES.map((gate) => [`\`${gate.name}\``, ...KINDS.map((kind) => mark(gate, kind))]),
  );
}

function counts(row: MatrixRow, side: Side): string {
  const found = row.of(side);
  return found === null ? '–' : `${found.sound} / ${found.inconclusive} / ${found.unsound}`;
}

function cellTable(rows: readonly MatrixRow[]): string {
  return table(
    ['gate', 'kind', 'trap, as declared', 'trap, nothing declared', 'twin, as declared'],
    rows.map((row) => [
      `\`${row.cell.gate}\``,
      row.cell.kind,
      counts(row, 'trap declared'),
      counts(row, 'trap silent'),
      counts(row, 'twin declared'),
    ]),
  );
}

function missed(rows: readonly MatrixRow[], draws: number): string {
  const found = rows.flatMap((row) => missedBy(row, draws).map((what) => [row, what] as const));
  if (found.length === 0) return 'None.';
  return table(
    ['gate', 'kind', 'misses', 'trap, as declared', 'trap, nothing declared', 'twin, as declared'],
    found.map(([row, what]) => [
      `\`${row.cell.gate}\``,
      row.cell.kind,
      what,
      counts(row, 'trap declared'),
      counts(row, 'trap silent'),
      counts(row, 'twin declared'),
    ]),
  );
}

function onlyDeclared(rows: readonly MatrixRow[]): string {
  const reasons = new Map<string, string[]>();
  for (const { cell } of rows)
    if (cell.onlyDeclared !== null) {
      const key = `${cell.gate}|${cell.onlyDeclared}`;
      reasons.set(key, [...(reasons.get(key) ?? []), cell.kind]);
    }
  return table(
    ['gate', 'kinds', 'why'],
    [...reasons].map(([key, kinds]) => {
      const [gate = '', why = ''] = key.split('|');
      return [`\`${gate}\``, kinds.length === KINDS.length ? 'all' : kinds.join(', '), why];
    }),
  );
}

/** `docs/oracle-matrix.md` as a whole. */
export function matrixDocument(rows: readonly MatrixRow[], { draws, date, command }: MatrixRun): string {
  return `# Every gate, every kind

For each gate and each kind of claim that it looks at: a planted trap that the gate is there for, and its honest twin, in which the same
effect is real and nothing is wrong. Traps are judged as declared, honestly, and again with nothing declared (but for a margin and its good
side, without which there is no claim); twins as declared. ${draws} data sets a side, measured on ${date} by

\`\`\`bash
${command}
\`\`\`

Each draw has a seed of its own, so any cell can be repeated alone (\`--gate stopping --kind level\`).

| Must hold | Target | Allowed of ${draws} |
| --- | --- | --- |
| traps as declared called sound | at most α = ${ALPHA} | ${mostFalseSound(draws)}, allowing for chance |
| traps with nothing declared called sound | at most α | ${mostFalseSound(draws)} |
| twins called unsound | at most 1% | ${Math.floor(MAX_UNSOUND * draws)} |
| twins called inconclusive | at most 15% | ${Math.floor(MAX_ABSTAIN * draws)} |

${rows.filter((row) => missedBy(row, draws).length === 0).length} of ${rows.length} cells hold.

${overview(rows, draws)}

✓ holds · **✗** misses, listed below · ○ the gate runs, and no trap is planted for this kind yet · – the gate has no meaning for this kind
([why](#no-meaning))

## Cells that miss

Counts are sound / inconclusive / unsound.

${missed(rows, draws)}

## Traps that only a declaration makes

Without it the claim is another, and true; or no table could show it.

${onlyDeclared(rows)}

## No meaning

${table(
  ['gate', 'kinds', 'why'],
  Object.entries(NO_MEANING).map(([gate, { kinds, because }]) => [`\`${gate}\``, kinds.split(' ').join(', '), because]),
)}

## All cells

${cellTable(rows)}
`;
}
