import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

export const ROOT = resolve(__dirname, '..', '..');

/** Every file that is or will be committed, relative to the root. */
export function projectFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return listed.split('\0').filter((path) => path !== '' && existsSync(join(ROOT, path)));
}

export function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

export interface Import {
  /** As written: `./metric`, `@svc/contracts`, `node:fs`. */
  readonly from: string;
  /** The names taken; empty for `import x from`, `import * as` and `require`. */
  readonly names: readonly string[];
  readonly typeOnly: boolean;
}

function importOf(node: ts.Node): Import | null {
  if (
    (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
    node.moduleSpecifier !== undefined &&
    ts.isStringLiteral(node.moduleSpecifier)
  ) {
    const bindings = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : undefined;
    const named = bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements : [];
    const whole = ts.isImportDeclaration(node)
      ? node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
      : node.isTypeOnly;
    const typeOnly = whole || (named.length > 0 && named.every((it) => it.isTypeOnly));
    return { from: node.moduleSpecifier.text, names: named.map((it) => (it.propertyName ?? it.name).text), typeOnly };
  }
  const called =
    ts.isCallExpression(node) &&
    (node.expression.kind === ts.SyntaxKind.ImportKeyword || node.expression.getText() === 'require');
  const [argument] = called ? node.arguments : [];
  return argument !== undefined && ts.isStringLiteral(argument)
    ? { from: argument.text, names: [], typeOnly: false }
    : null;
}

const read = new Map<string, readonly Import[]>();

/** What a TypeScript file imports, re-exports or requires, in order. Each file is parsed once. */
export function importsOf(path: string): readonly Import[] {
  const imports = read.get(path) ?? parseImports(path);
  read.set(path, imports);
  return imports;
}

function parseImports(path: string): Import[] {
  const imports: Import[] = [];
  const visit = (node: ts.Node): void => {
    const found = importOf(node);
    if (found !== null) imports.push(found);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true));
  return imports;
}

const SPEC = /\.(spec|conformance|fixture)\.tsx?$|\/test\//;

export function isSpec(path: string): boolean {
  return SPEC.test(path);
}

/** The hand-written TypeScript, by area. */
export function typescriptFiles(...areas: string[]): string[] {
  return projectFiles().filter(
    (path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && areas.some((area) => path.startsWith(`${area}/`)),
  );
}
