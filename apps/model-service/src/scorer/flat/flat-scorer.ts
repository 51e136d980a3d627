import { BadScorer, flatDocument, type FlatInput, type FlatMember, type Label } from './flat-document';
import type { RawScorer } from './raw-scorer';
import { type Cell, rowEncoder } from './row-encoder';
import { linearScorer } from './score-linear';
import { treesScorer } from './score-trees';

/** A linear model, an ensemble of trees or a weighted blend of these, scored without any library. */
export interface FlatScorer {
  readonly inputs: readonly FlatInput[];
  /** Null: it predicts numbers. */
  readonly classes: readonly Label[] | null;
  /** Probabilities in order of the classes, or the value alone. The row has a cell for each input, in their order. */
  answer(row: readonly Cell[]): number[];
}

/** Compiles a document of an archive, which is as untrusted as the engine that wrote it. Throws {@link BadScorer}. */
export function compileFlat(document: unknown): FlatScorer {
  const parsed = flatDocument.safeParse(document);
  if (!parsed.success)
    throw new BadScorer(`it does not fit its schema: ${parsed.error.issues[0]?.path.join('/') ?? ''}`);
  const { inputs, columns, members, classes } = parsed.data;
  const encode = rowEncoder(inputs, columns);
  const vector = new Float64Array(columns.length);
  const outputs = classes?.length ?? 1;
  const scorers = members.map((it) => memberScorer(it, columns.length, outputs));
  return {
    inputs,
    classes,
    answer(row) {
      encode(row, vector);
      const answer = new Array<number>(outputs).fill(0);
      for (const add of scorers) add(vector, answer);
      return answer;
    },
  };
}

/** The first class with the largest probability, or the value. */
export function predictionOf(answer: readonly number[], classes: readonly Label[] | null): Label | null {
  if (classes === null) return answer[0] ?? null;
  let best = 0;
  answer.forEach((it, i) => {
    if (it > (answer[best] ?? NaN)) best = i;
  });
  return classes[best] ?? null;
}

type Add = (vector: Float64Array, answer: number[]) => void;

function memberScorer({ weight, link, columns, model }: FlatMember, width: number, outputs: number): Add {
  if (columns.some((it) => it >= width)) throw new BadScorer('a member takes a column that does not exist');
  const scorer: RawScorer =
    model.kind === 'linear' ? linearScorer(model, columns.length) : treesScorer(model, columns.length);
  const answers = link === 'sigmoid' ? 2 : scorer.outputs;
  if (answers !== outputs || (link === 'sigmoid' && scorer.outputs !== 1))
    throw new BadScorer('a member answers another number of scores than there are classes');
  const features = new Float64Array(columns.length);
  const raw = new Float64Array(scorer.outputs);
  return (vector, answer) => {
    for (let i = 0; i < columns.length; i += 1) features[i] = vector[columns[i] ?? 0] ?? NaN;
    scorer.score(features, raw);
    linked(raw, link).forEach((it, i) => (answer[i] = (answer[i] ?? 0) + weight * it));
  };
}

function linked(raw: Float64Array, link: FlatMember['link']): readonly number[] {
  if (link === 'sigmoid') {
    const p = 1 / (1 + Math.exp(-(raw[0] ?? NaN)));
    return [1 - p, p];
  }
  if (link !== 'softmax') return [...raw];
  const largest = Math.max(...raw);
  const powers = Array.from(raw, (it) => Math.exp(it - largest));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((it) => it / sum);
}
