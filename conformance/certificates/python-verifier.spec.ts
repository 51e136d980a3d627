import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { casesOf } from '@svc/testing';
import { allVectors, exitCode, vectorIndex } from './all-vectors';
import { judge } from './judge';
import { mutations } from './mutation';
import { judgeInPython, preparePython, runVerifier, type Task } from './python-verifier';
import { PIN, signed, withMembers } from './vector';

const prepared = preparePython();

/** What is compared: what both say of a document. */
function said({ reason: _reason, exit_code: _exit, ...rest }: Readonly<Record<string, unknown>>): object {
  return rest;
}

const RFC3339 = /"issued_at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"/;

/** Under a history the order of refusals depends on reading `issued_at`; a text that is no time at all is refused for one reason or another (section 6). */
function withoutFreedom(task: Task, finding: object): object {
  const isFree =
    task.keyHistory !== undefined && 'code' in finding && !RFC3339.test(Buffer.from(task.document).toString());
  return isFree ? { outcome: 'invalid' } : finding;
}

function describePython(name: string, tests: (python: string) => void): void {
  if ('python' in prepared) return describe(name, () => tests(prepared.python));
  describe(name, () => it.skip(`needs ${prepared.missing}`, () => undefined));
}

describePython('a verifier in Python that shares no code with ours', (python) => {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('finds what it must of every vector', () => {
    const { status, output } = runVerifier(python, ['--vectors', join(__dirname, 'vectors')]);
    expect(output).toBe(`${allVectors.length} of ${allVectors.length} vectors as expected\n`);
    expect(status).toBe(0);
  });

  it('notices a vector that is not as expected', () => {
    const [first] = allVectors;
    writeFileSync(
      join(folder, 'index.json'),
      JSON.stringify({
        ...vectorIndex(),
        vectors: [
          { name: 'x', file: 'x', public_key: PIN, expect: { outcome: 'invalid', code: 'not-json' }, exit_code: 3 },
        ],
      }),
    );
    writeFileSync(join(folder, 'x'), first?.document ?? '');
    expect(runVerifier(python, ['--vectors', folder])).toMatchObject({
      status: 1,
      output: expect.stringContaining('0 of 1'),
    });
  });

  it('says of every vector just what ours says, and would end as the command line does', () => {
    const found = judgeInPython(python, allVectors);
    allVectors.forEach((vector, at) => {
      expect({ name: vector.name, ...said(found[at] ?? {}) }).toEqual({
        name: vector.name,
        ...said(judge(Buffer.from(vector.document), vector)),
      });
      expect(found[at]?.exit_code).toBe(exitCode(vector.expect));
    });
  });

  it('says of any document changed in any way what ours says', () => {
    const seed = randomInt(2 ** 31);
    const tasks = fc.sample(mutations, { numRuns: casesOf(3000), seed });
    const found = judgeInPython(python, tasks);
    const differing = tasks.flatMap((task, at) => {
      const [ours, theirs] = [judge(Buffer.from(task.document), task), found[at] ?? {}].map((each) =>
        withoutFreedom(task, said(each)),
      );
      return JSON.stringify(ours) === JSON.stringify(theirs)
        ? []
        : [
            {
              seed,
              ours,
              theirs,
              document: Buffer.from(task.document).toString(),
              history: task.keyHistory !== undefined,
            },
          ];
    });
    expect(differing.slice(0, 3)).toEqual([]);
  }, 240_000);

  it('changes documents in ways that reach every check', () => {
    const tasks = fc.sample(mutations, { numRuns: 3000, seed: 20261122 });
    const outcomes = new Set(
      tasks
        .map((task) => judge(Buffer.from(task.document), task))
        .map((each) => ('code' in each ? each.code : each.outcome)),
    );
    for (const each of [
      'trusted',
      'self_consistent',
      'not-json',
      'unknown-schema',
      'malformed-key',
      'other-key',
      'malformed-signature',
      'wrong-signature',
      'malformed-payload',
    ])
      expect(outcomes).toContain(each);
  });

  it('runs on the command line, with an exit code for every outcome', () => {
    const certificate = signed(withMembers({}));
    const file = join(folder, 'certificate.json');
    writeFileSync(file, certificate);
    expect(runVerifier(python, [file, '--public-key', PIN])).toMatchObject({
      status: 0,
      output: expect.stringContaining('trusted'),
    });
    expect(runVerifier(python, ['-'], certificate)).toMatchObject({
      status: 0,
      output: expect.stringContaining('self_consistent'),
    });
    expect(runVerifier(python, ['-', '--public-key', PIN], certificate.replace('3.25', '3.26')).status).toBe(3);
    expect(runVerifier(python, [join(folder, 'nothing.json')]).status).toBe(1);
    expect(runVerifier(python, [file, '--public-key', 'AAAA']).status).toBe(2);
  });
});
