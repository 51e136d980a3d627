import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { GROUPS } from '../src/command-groups';

const ROOT = resolve(__dirname, '..', '..', '..');
const COMMANDS = GROUPS.flatMap((it) => it.commands);
const OF_EVERY_COMMAND = ['--json', '--url', '--token', '--no-color', '--help', '-h'];
/** What `./svc` itself does (tools/launch.sh), with its options. */
const LAUNCHER: Readonly<Record<string, readonly string[]>> = {
  up: ['--bare'],
  down: [],
  reset: ['--yes'],
  status: ['--json'],
  doctor: [],
  test: ['--all', '--cluster'],
};

function files(pattern: string): string[] {
  return execFileSync('git', ['ls-files', '-z', '--', pattern], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(ROOT, path)));
}

/** The noun that CONTRIBUTING.md adds as its example: no command of the product. */
const EXAMPLE_NOUN = 'invoice';

interface Mention {
  readonly where: string;
  readonly words: readonly string[];
}

/** Command lines of a page: in shell blocks and in code within a sentence, without comments behind `#`. */
function commandsIn(path: string): Mention[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const blocks = [...text.matchAll(/^ *```(?:bash|sh|console)\n([^]*?)^ *```/gm)].flatMap(([, block = '']) =>
    block.replaceAll('\\\n', ' ').split('\n'),
  );
  const inline = [...text.replace(/^ *```[^]*?^ *```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  return [...blocks, ...inline].flatMap((line) =>
    [...line.replace(/ # .*/, '').matchAll(/(?:^\s*(?:\$ )?|\| |&& |; )(?:\.\/)?svc (?=[a-z-])([^|;&]*)/g)].map(
      ([, rest = '']) => ({
        where: `${path}: svc ${rest.trim()}`,
        words: rest
          .replace(/"[^"]*"|'[^']*'/g, 'text')
          .trim()
          .split(/\s+/),
      }),
    ),
  );
}

function flagsOf(flags: string): string[] {
  return flags.split(/[ ,]+/).filter((it) => it.startsWith('-'));
}

/** Null where the command line would be understood, else what would not. */
function faultOf({ where, words: [first = '', second = '', ...rest] }: Mention): string | null {
  const launched = LAUNCHER[first];
  const spec = COMMANDS.find((it) => it.words === `${first} ${second}`) ?? COMMANDS.find((it) => it.words === first);
  const group = GROUPS.some((it) => it.noun === first) && (second === '' || second.startsWith('-'));
  if (launched === undefined && spec === undefined && !group && first !== '--version' && first !== '--help')
    return `${where} is no command`;
  const known = launched ?? spec?.options?.flatMap((it) => flagsOf(it.flags)) ?? [];
  const given = [second, ...rest].filter((it) => /^--?[a-z]/.test(it)).map((it) => it.replace(/=.*/, ''));
  const unknown = given.filter((it) => ![...known, ...OF_EVERY_COMMAND].includes(it));
  return unknown.length === 0 ? null : `${where} has no ${unknown.join(', ')}`;
}

describe('the documentation', () => {
  it('shows commands and options that exist', () => {
    const mentioned = files('*.md')
      .flatMap(commandsIn)
      .filter((it) => it.words[0] !== EXAMPLE_NOUN);
    expect(mentioned.length).toBeGreaterThan(100);
    expect(mentioned.flatMap((it) => faultOf(it) ?? [])).toEqual([]);
  });
});

describe('texts of the product', () => {
  it('recommend commands that exist', () => {
    const known = new RegExp(`\\bsvc (${GROUPS.map((it) => it.noun).join('|')}) ([a-z][a-z-]+)`, 'g');
    const recommended = ['*.ts', '*.py', '*.sh']
      .flatMap(files)
      .flatMap((path) => [...readFileSync(join(ROOT, path), 'utf8').matchAll(known)].map(([text]) => ({ path, text })));
    expect(recommended.length).toBeGreaterThan(50);
    expect(recommended.filter(({ text }) => !COMMANDS.some((it) => `svc ${it.words}` === text))).toEqual([]);
  });
});
