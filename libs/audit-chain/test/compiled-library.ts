import { transformFileSync } from '@swc/core';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

const PACKAGE = join(__dirname, '..');

/** The library and the child programs of its tests, translated for plain `node`, for tests that need real processes. */
export class CompiledLibrary {
  private constructor(private readonly directory: string) {}

  static create(): CompiledLibrary {
    const directory = mkdtempSync(join(tmpdir(), 'audit-chain-'));
    for (const file of [...sourcesIn('src'), ...sourcesIn('test/children')]) {
      const target = join(directory, relative(PACKAGE, file)).replace(/\.ts$/, '.js');
      mkdirSync(dirname(target), { recursive: true });
      const { code } = transformFileSync(file, {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
        module: { type: 'commonjs' },
        swcrc: false,
      });
      writeFileSync(target, code);
    }
    return new CompiledLibrary(directory);
  }

  /** Path of a program in `test/children`. */
  child(name: string): string {
    return join(this.directory, 'test/children', `${name}.js`);
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}

function sourcesIn(folder: string): string[] {
  return readdirSync(join(PACKAGE, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .map((name) => join(PACKAGE, folder, name));
}
