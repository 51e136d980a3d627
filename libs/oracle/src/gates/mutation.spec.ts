import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { compileFunction } from 'node:vm';
import { transformSync } from '@swc/core';
import { sampleOf } from '@svc/testing';
import { GATE_CASES } from '../testing/gate-cases';
import { GATES } from './all-gates';
import type { Gate } from './gate';

/** One change of a gate's source that a test must notice. */
interface Mutant {
  readonly line: number;
  readonly from: string;
  readonly to: string;
  readonly source: string;
}

const SWAPS = [
  [' < ', ' >= '],
  [' > ', ' <= '],
  [' <= ', ' > '],
  [' >= ', ' < '],
  [' unsound(', ' says.sound('],
  [' inconclusive(', ' says.sound('],
  [' sound(', ' says.unsound('],
] as const;
const DOCUMENTATION = /^\s*(\/\/|\*|\/\*|import |export type|name:|looksFor:|statistic:|threshold:|source:|kinds:)/;

function mutantsOf(source: string): Mutant[] {
  const lines = source.split('\n');
  return lines.flatMap((text, line) => {
    if (DOCUMENTATION.test(text)) return [];
    const changed = (from: string, to: string): Mutant => ({
      line: line + 1,
      from,
      to,
      source: [...lines.slice(0, line), text.replace(from, to), ...lines.slice(line + 1)].join('\n'),
    });
    const constant = /^const [A-Z_]+ = ([\d._/ ]+);/.exec(text)?.[1];
    const bounds =
      constant === undefined ? [] : [changed(constant, `${constant} * 1e4`), changed(constant, `${constant} / 1e4`)];
    return [...bounds, ...SWAPS.filter(([from]) => text.includes(from)).map(([from, to]) => changed(from, to))];
  });
}

/** Compiles gate source where it stands, so that its imports are the real ones. */
function load(source: string, path: string): Gate | undefined {
  const { code } = transformSync(`import * as says from '../gate';\n${source}`, {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
    module: { type: 'commonjs' },
  });
  const exports: Record<string, unknown> = {};
  Reflect.apply(compileFunction(code, ['require', 'exports']), undefined, [createRequire(path), exports]);
  return Object.values(exports).find(isGate);
}

function isGate(value: unknown): value is Gate {
  return typeof value === 'object' && value !== null && 'looksFor' in value && 'examine' in value;
}

/** A gate is alone in the file that bears its name, in one of the rooms beside this spec. */
function pathOf(name: string): string {
  const files = readdirSync(__dirname, { encoding: 'utf8', recursive: true });
  return join(__dirname, files.find((file) => basename(file) === `${name}.ts`) ?? `${name}.ts`);
}

describe('a mutated threshold or sign of a gate makes one of its cases fail', () => {
  const judged = GATES.map((gate) => {
    const cases = GATE_CASES.filter((item) => item.gate === gate.name).map((item) => ({
      says: item.says,
      inquiry: item.inquiry(),
    }));
    const path = pathOf(gate.name);
    const mutants = sampleOf(mutantsOf(readFileSync(path, 'utf8')));
    const noticed = mutants.filter(({ source }) => {
      const mutated = load(source, path);
      return (
        mutated === undefined ||
        cases.some(({ says, inquiry }) => {
          const answer = mutated.examine(inquiry);
          return !('verdict' in answer) || answer.verdict !== says;
        })
      );
    });
    return { name: gate.name, mutants, noticed };
  });

  it.each(judged.map((gate) => [gate.name, gate] as const))('%s', (_name, { noticed }) => {
    expect(noticed.length).toBeGreaterThan(0);
  });

  it('and most mutants of all gates are noticed', () => {
    const all = judged.reduce((total, { mutants }) => total + mutants.length, 0);
    const noticed = judged.reduce((total, gate) => total + gate.noticed.length, 0);
    expect(noticed / all).toBeGreaterThan(0.6);
  });
});
