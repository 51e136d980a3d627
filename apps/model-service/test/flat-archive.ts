import { zipSync } from 'fflate';
import { compileFlat, predictionOf } from '../src/scorer/flat/flat-scorer';

const ROWS = 1000;

/** `distance <= 500` is punctual, unless the carrier is "AA"; shares of 0.75 and 0.25. */
export const delays = {
  version: 1,
  task: 'classification',
  classes: ['late', 'punctual'],
  inputs: [
    { name: 'distance', kind: 'number' },
    { name: 'carrier', kind: 'category', categories: ['AA', 'UA'] },
    { name: 'night', kind: 'boolean' },
    { name: 'departure', kind: 'datetime' },
  ],
  columns: [
    { input: 0, op: 'value' },
    { input: 1, op: 'is', category: 0 },
  ],
  members: [
    {
      weight: 1,
      link: 'probability',
      columns: [0, 1],
      model: {
        kind: 'trees',
        input: 'float64',
        compare: '<=',
        sum: 'float64',
        base: [0, 0],
        divide: 1,
        trees: [
          {
            output: null,
            feature: [0, 1, -1, -1, -1],
            threshold: [500, 0, 0, 0, 0],
            left: [1, 3, 0, 0, 0],
            right: [2, 4, 0, 0, 0],
            missing: [2, 0, 0, 0, 0],
            sets: [null, null, null, null, null],
            value: [0, 0, [0.75, 0.25], [0.25, 0.75], [0.75, 0.25]],
          },
        ],
      },
    },
  ],
};

export const delaysSignature = {
  inputs: [
    { name: 'distance', type: 'double', required: false },
    { name: 'carrier', type: 'string', required: false },
    { name: 'night', type: 'boolean', required: false },
    { name: 'departure', type: 'datetime', required: false },
  ],
  outputs: [{ name: 'prediction', type: 'string', required: true }],
};

/** Twice the number, or more than a double can hold. */
export const doubled = {
  version: 1,
  task: 'regression',
  classes: null,
  inputs: [{ name: 'x', kind: 'number' }],
  columns: [{ input: 0, op: 'value' }],
  members: [
    {
      weight: 1,
      link: 'identity',
      columns: [0],
      model: { kind: 'linear', fill: [0], mean: [0], scale: [1], coef: [[2]], intercept: [0] },
    },
  ],
};

export const doubledSignature = {
  inputs: [{ name: 'x', type: 'double', required: true }],
  outputs: [{ name: 'prediction', type: 'double', required: true }],
};

interface ArchiveParts {
  readonly rows?: number;
  /** Added to every answer of the replay. */
  readonly off?: number;
}

/** An archive as engines make it: the scorer, and a thousand rows with the answers of its model. */
export function flatArchive(document: Parameters<typeof compileFlat>[0], { rows = ROWS, off = 0 }: ArchiveParts = {}) {
  const flat = compileFlat(document);
  const cells = Array.from({ length: rows }, (_, i) => flat.inputs.map(({ kind }) => cellOf(kind, i)));
  const answers = cells.map((row) => flat.answer(row));
  const replay = {
    inputs: flat.inputs.map((it) => it.name),
    rows: cells,
    answers: answers.map((answer) => answer.map((it) => it + off)),
    predictions: answers.map((answer) => predictionOf(answer, flat.classes)),
  };
  return zipSync({
    'model_card.md': Buffer.from('# A model'),
    'flat_scorer.json': Buffer.from(JSON.stringify(document)),
    'flat_replay.json': Buffer.from(JSON.stringify(replay)),
  });
}

function cellOf(kind: string, i: number) {
  if (i % 7 === 0) return null;
  if (kind === 'category') return ['AA', 'UA', 'other'][i % 3] ?? null;
  return kind === 'boolean' ? i % 2 === 0 : i;
}
