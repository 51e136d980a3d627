import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ROOT } from '../stack/running-stack';

/** A simulated design at one size, as the calibration names it. */
export interface Cell {
  readonly name: string;
  readonly kind: string;
  readonly design: string;
  readonly n: number;
  readonly shift: number;
  readonly draws: number;
}

/** What a build of the oracle offers a benchmark: designs to simulate, and judging what is drawn from them. */
export interface BuiltOracle {
  calibrationPlan(options: { readonly draws: number; readonly effects: readonly number[] }): readonly Cell[];
  measureCell(cell: Cell): unknown;
}

/** The oracle of the working tree, as `tsc -b libs/oracle` left it. */
export function currentOracle(): BuiltOracle {
  return loaded(path.join(ROOT, 'libs', 'oracle'));
}

/** The oracle of a git revision, built inside the working tree so that it finds the same packages. */
export function oracleOf(revision: string): BuiltOracle {
  const folder = path.join(ROOT, '.svc', 'oracle-speed', revision.replaceAll(/[^\w.-]/g, '_'));
  const oracle = path.join(folder, 'libs', 'oracle');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = path.join(folder, 'source.tar');
  execFileSync('git', ['archive', '-o', archive, revision, 'libs/oracle', 'tsconfig.base.json'], { cwd: ROOT });
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  const options = ['--noCheck', '--composite', 'false', '--declaration', 'false', '--incremental', 'false'];
  const compiler = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', oracle, ...options], { encoding: 'utf8' });
  if (!existsSync(path.join(oracle, 'dist', 'index.js'))) throw new Error(`${revision} did not compile: ${stdout}`);
  return loaded(oracle);
}

function loaded(folder: string): BuiltOracle {
  const module: unknown = createRequire(__filename)(path.join(folder, 'dist', 'index.js'));
  if (!isOracle(module)) throw new Error(`${folder} exports no calibrationPlan and measureCell`);
  return module;
}

function isOracle(module: unknown): module is BuiltOracle {
  return typeof module === 'object' && module !== null && 'calibrationPlan' in module && 'measureCell' in module;
}
