import { BadScorer, type FlatTree, type FlatTrees } from './flat-document';
import type { RawScorer } from './raw-scorer';

/** LightGBM takes smaller numbers for zero. */
const NEARLY_ZERO = 1e-35;
const LEAF = -1;

/** All trees of a member, node after node; children are numbered across trees. */
interface Nodes {
  readonly feature: Int32Array;
  readonly threshold: Float64Array;
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly missing: Uint8Array;
  readonly sets: readonly (ReadonlySet<number> | null)[];
  /** `stride` numbers for each node. */
  readonly value: Float64Array;
}

interface Root {
  readonly node: number;
  readonly output: number | null;
}

/** Sums leaves in the order of the trees, rounding as the library does. */
export function treesScorer(model: FlatTrees, width: number): RawScorer {
  const outputs = model.base.length;
  const stride = model.trees.some((it) => it.output === null) ? outputs : 1;
  const { nodes, roots } = flattened(model.trees, { width, outputs, stride });
  const rounded = model.input === 'float32' ? new Float64Array(width) : null;
  const leafOf = leafFinder(nodes, model.compare === '<');
  const add = model.sum === 'float32' ? addSingle : addDouble;
  return {
    outputs,
    score(features, raw) {
      const seen = rounded === null ? features : roundInto(rounded, features);
      for (let i = 0; i < outputs; i += 1) raw[i] = model.base[i] ?? 0;
      for (const { node, output } of roots) {
        const at = leafOf(node, seen) * stride;
        if (output !== null) raw[output] = add(raw[output] ?? 0, nodes.value[at] ?? 0);
        else for (let i = 0; i < outputs; i += 1) raw[i] = add(raw[i] ?? 0, nodes.value[at + i] ?? 0);
      }
      if (model.divide !== 1) for (let i = 0; i < outputs; i += 1) raw[i] = (raw[i] ?? 0) / model.divide;
    },
  };
}

function addDouble(a: number, b: number): number {
  return a + b;
}

function addSingle(a: number, b: number): number {
  return Math.fround(Math.fround(a) + Math.fround(b));
}

function roundInto(rounded: Float64Array, features: Float64Array): Float64Array {
  for (let i = 0; i < rounded.length; i += 1) rounded[i] = Math.fround(features[i] ?? NaN);
  return rounded;
}

function leafFinder(nodes: Nodes, strict: boolean): (root: number, features: Float64Array) => number {
  const { feature, threshold, left, right, missing, sets } = nodes;
  return (root, features) => {
    let at = root;
    for (let of = feature[at] ?? LEAF; of !== LEAF; of = feature[at] ?? LEAF) {
      const value = features[of] ?? NaN;
      const set = sets[at] ?? null;
      const goesLeft = set === null ? isLeft(value, threshold[at] ?? 0, missing[at] ?? 0, strict) : set.has(value);
      at = (goesLeft ? left[at] : right[at]) ?? root;
    }
    return at;
  };
}

function isLeft(value: number, threshold: number, rule: number, strict: boolean): boolean {
  const absent = Number.isNaN(value);
  if (absent && (rule === 1 || rule === 2)) return rule === 1;
  if (rule >= 3 && (absent || Math.abs(value) <= NEARLY_ZERO)) return rule === 3;
  const known = absent ? 0 : value;
  return strict ? known < threshold : known <= threshold;
}

interface Shape {
  readonly width: number;
  readonly outputs: number;
  readonly stride: number;
}

function flattened(
  trees: readonly FlatTree[],
  shape: Shape,
): { readonly nodes: Nodes; readonly roots: readonly Root[] } {
  const count = trees.reduce((sum, it) => sum + it.feature.length, 0);
  const nodes = {
    feature: new Int32Array(count),
    threshold: new Float64Array(count),
    left: new Int32Array(count),
    right: new Int32Array(count),
    missing: new Uint8Array(count),
    sets: new Array<ReadonlySet<number> | null>(count).fill(null),
    value: new Float64Array(count * shape.stride),
  };
  let first = 0;
  const roots = trees.map((tree) => {
    requireTree(tree, shape);
    place(tree, first, nodes, shape.stride);
    const root = { node: first, output: tree.output };
    first += tree.feature.length;
    return root;
  });
  return { nodes, roots };
}

function place(tree: FlatTree, first: number, nodes: Nodes & { sets: (ReadonlySet<number> | null)[] }, stride: number) {
  nodes.feature.set(tree.feature, first);
  nodes.threshold.set(tree.threshold, first);
  nodes.left.set(
    tree.left.map((it) => first + it),
    first,
  );
  nodes.right.set(
    tree.right.map((it) => first + it),
    first,
  );
  nodes.missing.set(tree.missing, first);
  tree.sets.forEach((set, i) => {
    if (set !== null) nodes.sets[first + i] = new Set(set);
  });
  tree.value.forEach((value, i) => {
    const at = (first + i) * stride;
    if (typeof value === 'number') nodes.value[at] = value;
    else nodes.value.set(value, at);
  });
}

/** A tree indeed: every node has one way to it, so that every walk ends; and all that it names exists. */
function requireTree(tree: FlatTree, { width, outputs }: Shape): void {
  const { feature, threshold, left, right, missing, sets, value, output } = tree;
  const count = feature.length;
  if ([threshold, left, right, missing, sets, value].some((it) => it.length !== count))
    throw new BadScorer('the arrays of a tree differ in length');
  if (feature.some((it) => it >= width)) throw new BadScorer('a tree reads a feature that does not exist');
  if (output !== null && output >= outputs) throw new BadScorer('a tree adds to a raw score that does not exist');
  const reached = new Uint8Array(count);
  const open = [0];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at >= count || reached[at] === 1) throw new BadScorer('the nodes of a tree are no tree');
    reached[at] = 1;
    if (feature[at] === LEAF) requireLeaf(value[at], output === null ? outputs : null);
    else open.push(left[at] ?? count, right[at] ?? count);
  }
}

function requireLeaf(value: number | number[] | undefined, outputs: number | null): void {
  const fits = outputs === null ? typeof value === 'number' : Array.isArray(value) && value.length === outputs;
  if (!fits) throw new BadScorer('a leaf has no number for each raw score');
}
