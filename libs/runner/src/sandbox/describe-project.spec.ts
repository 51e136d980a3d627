import { SandboxFixture } from '../sandbox.fixture';

const fixture = new SandboxFixture();
const sandbox = fixture.sandbox();
afterAll(() => fixture.remove());

const DELAY = `from svc import Claim, Dataset, Param, derivation

@derivation(
    inputs={"flights": Dataset("flights")},
    params={"days": Param("integer", default=7)},
    claim=Claim("comparison", group="kind", value="delay", question="Later?"),
)
def delay(ctx):
    """Delays by kind."""
    return ctx.sql("select * from flights")
`;

async function described(files: Record<string, string>) {
  const outcome = await sandbox.describeProject({ files });
  if (outcome.outcome !== 'described') throw new Error(JSON.stringify(outcome));
  return outcome;
}

describe('a description', () => {
  it('tells everything the decorator declares, and where', async () => {
    const { manifests, sources } = await described({
      'derivations/delay.py': DELAY,
      'lib/helpers.py': 'raise RuntimeError("is not imported")\n',
    });
    expect(manifests).toEqual([
      {
        name: 'delay',
        description: 'Delays by kind.',
        function: 'delay',
        file: 'derivations/delay.py',
        inputs: { flights: { kind: 'dataset', ref: 'flights' } },
        params: { days: { type: 'integer', required: false, default: 7 } },
        claim: { question: 'Later?', kind: 'comparison', roles: { group: 'kind', value: 'delay' }, declared: {} },
        contract: null,
        ordered: false,
        tolerance: null,
        code_hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        source_hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      },
    ]);
    expect(sources).toEqual({ delay: DELAY.slice(DELAY.indexOf('@derivation')) });
  });

  it('of no files is empty', async () => {
    expect((await described({})).manifests).toEqual([]);
  });

  it('gives the derivations of all files in order of name', async () => {
    const bare = (name: string): string => `from svc import derivation\n@derivation()\ndef ${name}(ctx): ...\n`;
    const { manifests } = await described({ 'b.py': bare('a2') + bare('c1'), 'a.py': bare('b1') });
    expect(manifests.map(({ name, file }) => [name, file])).toEqual([
      ['a2', 'b.py'],
      ['b1', 'a.py'],
      ['c1', 'b.py'],
    ]);
  });

  it('does not count a derivation that a file imports from another', async () => {
    const { manifests } = await described({
      'delay.py': DELAY,
      'again.py': 'from svc import derivation\nfrom delay import delay\n',
    });
    expect(manifests.map(({ file }) => file)).toEqual(['delay.py']);
  });

  it('takes the identity of a function that no source shows from the whole project', async () => {
    const made =
      'from svc import derivation\ndef make():\n    def inner(ctx): ...\n    return derivation(name="made")(inner)\nit = make()\n';
    const [before, after] = [
      await described({ 'a.py': made, 'b.py': 'X = 1\n' }),
      await described({ 'a.py': made, 'b.py': 'X = 2\n' }),
    ];
    expect(before.sources).toEqual({ made });
    expect(before.manifests[0]?.code_hash).not.toBe(after.manifests[0]?.code_hash);
  });
});

describe('what is wrong with the files is told with file and line', () => {
  it.each([
    [
      'a syntax error',
      { 'a.py': 'x = 1\ndef (:\n' },
      { file: 'a.py', line: 2, message: expect.stringContaining('SyntaxError') },
    ],
    [
      'an error at import',
      { 'a.py': 'import svc\n\n1 / 0\n' },
      { file: 'a.py', line: 3, message: 'ZeroDivisionError: division by zero' },
    ],
    [
      'an error in a module it imports',
      { 'a.py': 'import svc\nimport b\n', 'b.py': '\n1 / 0\n' },
      { file: 'b.py', line: 2, message: 'ZeroDivisionError: division by zero' },
    ],
    [
      'a missing package',
      { 'a.py': 'import svc\nimport sklearn\n' },
      { file: 'a.py', line: 2, message: "ModuleNotFoundError: No module named 'sklearn'" },
    ],
    [
      'a declaration that cannot be',
      { 'a.py': DELAY.replace('Dataset("flights")', '"flights"') },
      {
        file: 'a.py',
        line: 3,
        message: expect.stringMatching(/^svc\.DeclarationError: derivation delay: inputs\['flights'\] must be Dataset/),
      },
    ],
    ['sys.exit', { 'a.py': 'import svc, sys\nsys.exit(3)\n' }, { file: 'a.py', line: 2, message: 'SystemExit: 3' }],
    [
      'one name in two files',
      { 'a.py': DELAY, 'b.py': DELAY },
      { file: 'b.py', line: null, message: "the derivation 'delay' is declared in a.py and in b.py" },
    ],
    [
      'one name twice in a file',
      { 'a.py': `${DELAY}\n@derivation(name="delay")\ndef second(ctx): ...\n` },
      { file: 'a.py', line: null, message: expect.stringContaining("two functions declare the derivation 'delay'") },
    ],
    [
      "a file that hides Python's own module",
      { 'derivations/a.py': 'import svc\n', 'derivations/calendar.py': '' },
      { file: 'derivations/calendar.py', message: expect.stringContaining("hides the module 'calendar'") },
    ],
    [
      'a folder that hides an installed package',
      { 'a.py': 'import svc\n', 'numpy/x.py': '' },
      { file: 'numpy/x.py', message: expect.stringContaining("hides the module 'numpy'") },
    ],
  ])('%s', async (_, files, problem) => {
    const outcome = await sandbox.describeProject({ files });
    expect(outcome).toMatchObject({ outcome: 'refused', problems: [problem] });
  });

  it('of several files at once', async () => {
    const outcome = await sandbox.describeProject({ files: { 'a.py': 'import svc\nx\n', 'b.py': 'import svc\ny\n' } });
    expect(outcome).toMatchObject({
      outcome: 'refused',
      problems: [
        { file: 'a.py', line: 2 },
        { file: 'b.py', line: 2 },
      ],
    });
  });
});

describe('a hostile project', () => {
  const forging = (frame: object): string =>
    `import os, svc\nos.write(100, ${JSON.stringify(`${JSON.stringify(frame)}\n`)}.encode())\n`;

  it('cannot claim another identity than its own', async () => {
    const code = { type: 'code', project_hash: `sha256:${'0'.repeat(64)}`, functions: [] };
    expect(await sandbox.describeProject({ files: { 'a.py': forging(code) } })).toMatchObject({
      outcome: 'failed',
      reason: 'bad-frame',
    });
  });

  it('may forge a manifest, which is then a declaration like any other, with the identity of the whole project', async () => {
    const manifest = {
      name: 'forged',
      description: '',
      function: 'f',
      file: 'a.py',
      inputs: {},
      params: {},
      claim: null,
      contract: null,
      ordered: false,
      tolerance: null,
    };
    const outcome = await described({ 'a.py': forging({ type: 'manifests', manifests: [manifest] }) });
    expect(outcome.manifests).toMatchObject([{ name: 'forged' }]);
  });

  it.each([
    ['a file that is not there', { file: 'b.py' }],
    ['a name that is none', { name: 'Not A Name' }],
    ['a member too few', { inputs: undefined }],
  ])('is refused for a manifest with %s', async (_, change) => {
    const manifest = {
      name: 'forged',
      description: '',
      function: 'f',
      file: 'a.py',
      inputs: {},
      params: {},
      claim: null,
      contract: null,
      ordered: false,
      tolerance: null,
      ...change,
    };
    const outcome = await sandbox.describeProject({
      files: { 'a.py': forging({ type: 'manifests', manifests: [manifest] }) },
    });
    expect(outcome).toMatchObject({ outcome: 'failed', reason: 'bad-frame' });
  });

  it('ends itself in vain', async () => {
    expect(await sandbox.describeProject({ files: { 'a.py': 'import os, svc\nos._exit(0)\n' } })).toMatchObject({
      outcome: 'failed',
      reason: 'killed',
    });
  });
});
