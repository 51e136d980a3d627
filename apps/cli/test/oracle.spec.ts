import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { Svc } from './run-svc';

const CLAIM = {
  question: 'B is higher than A',
  kind: 'comparison',
  roles: { group: 'side', value: 'height' },
  declared: { design: 'observational', pre_treatment: [] },
};
/** 400 rows, B higher by one, with a spread that repeats nowhere. */
const ROWS = Array.from(
  { length: 400 },
  (_, index) => `${index % 2 === 0 ? 'A' : 'B'},${(index % 2) + Math.sin(index * 12.9898) / 2}`,
);
const DATA = `side,height\n${ROWS.join('\n')}\n`;

describe('svc oracle', () => {
  const svc = new Svc();
  const write = (name: string, text: string): void => writeFileSync(join(svc.directory, name), text);

  beforeAll(() => {
    svc.build();
    write('data.csv', DATA);
    write('claim.json', JSON.stringify(CLAIM));
    write('typo.json', JSON.stringify({ ...CLAIM, roles: { grup: 'side', value: 'height' } }));
    for (const name of ['two', 'one']) {
      mkdirSync(join(svc.directory, 'cases', name), { recursive: true });
      write(join('cases', name, 'data.csv'), DATA);
      write(join('cases', name, 'claim.json'), JSON.stringify(CLAIM));
    }
  });
  afterAll(() => svc.remove());

  it('prints the attestation, and its gist for people', async () => {
    const { code, stdout, stderr } = await svc.run(['oracle', 'check', 'data.csv', '--claim', 'claim.json']);
    const attestation: unknown = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(attestation).toMatchObject({
      kind: 'comparison',
      verdict: expect.stringMatching(/^(sound|unsound|inconclusive)$/),
      gates: expect.arrayContaining([expect.objectContaining({ name: expect.any(String) })]),
    });
    expect(stderr).toMatch(/^(sound|unsound|inconclusive): /);
  });

  it('takes the claim from standard input, and says the same to the last digit', async () => {
    const [file, input] = [
      await svc.run(['oracle', 'check', 'data.csv', '--claim', 'claim.json']),
      await svc.run(['oracle', 'check', 'data.csv', '--claim', '-'], { input: JSON.stringify(CLAIM) }),
    ];
    expect(input.stdout).toBe(file.stdout);
  });

  it('prints a line per case of a folder', async () => {
    const { code, stdout } = await svc.run(['oracle', 'check', 'cases']);
    expect(code).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).toMatchObject([
      { case: 'one', kind: 'comparison' },
      { case: 'two', kind: 'comparison' },
    ]);
  });

  it('refuses a claim with a typing mistake, naming what was meant', async () => {
    const { code, stdout, stderr } = await svc.run(['oracle', 'check', 'data.csv', '--claim', 'typo.json']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/\/roles\/grup .*group/);
  });

  it('says of a case that cannot be judged why not, and judges the others', async () => {
    mkdirSync(join(svc.directory, 'mixed', 'broken'), { recursive: true });
    mkdirSync(join(svc.directory, 'mixed', 'whole'));
    write('mixed/broken/data.csv', 'side,height\nA,1,2\n');
    write('mixed/whole/data.csv', DATA);
    for (const name of ['broken', 'whole']) write(`mixed/${name}/claim.json`, JSON.stringify(CLAIM));
    const { code, stdout, stderr } = await svc.run(['oracle', 'check', 'mixed']);
    const [broken, whole] = stdout
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(code).toBe(1);
    expect(broken).toEqual({
      case: 'broken',
      problems: [{ pointer: '', message: 'data.csv cannot be read: record 1 has 3 fields, the header has 2' }],
    });
    expect(whole).toMatchObject({
      case: 'whole',
      verdict: expect.any(String),
      reason: expect.any(String),
      gates: expect.any(Array),
      skipped: expect.any(Array),
      estimate: expect.any(Object),
    });
    expect(stderr).toMatch(
      /2 cases: 1 (sound|unsound|inconclusive), 1 not judged|2 cases: 1 not judged, 1 (sound|unsound)/,
    );
  });

  it('judges Parquet as it judges CSV, to the last digit', async () => {
    const duckdb = await DuckDBInstance.create(':memory:');
    const connection = await duckdb.connect();
    await connection.run(
      `COPY (FROM read_csv('${join(svc.directory, 'data.csv')}')) TO '${join(svc.directory, 'data.parquet')}' (FORMAT parquet)`,
    );
    connection.closeSync();
    const [csv, parquet] = [
      await svc.run(['oracle', 'check', 'data.csv', '--claim', 'claim.json']),
      await svc.run(['oracle', 'check', 'data.parquet', '--claim', 'claim.json']),
    ];
    expect(parquet).toEqual(csv);
  });

  it('says in one line what is wrong with a file that is no Parquet', async () => {
    write('junk.parquet', 'junk');
    const { code, stdout, stderr } = await svc.run(['oracle', 'check', 'junk.parquet', '--claim', 'claim.json']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error junk\.parquet cannot be read: .*\n {2}next: /);
  });

  it('takes no claim beside a folder, whose cases have their own', async () => {
    expect((await svc.run(['oracle', 'check', 'cases', '--claim', 'claim.json'])).code).toBe(2);
  });

  it('wants a claim, and data that are there', async () => {
    expect((await svc.run(['oracle', 'check', 'data.csv'])).code).toBe(2);
    expect((await svc.run(['oracle', 'check', 'gone.csv', '--claim', 'claim.json'])).code).toBe(1);
  });

  it('explains every gate, and each', async () => {
    const { stdout } = await svc.run(['oracle', 'explain', '--json']);
    const all: unknown = JSON.parse(stdout);
    expect(all).toContainEqual(
      expect.objectContaining({
        name: 'confounding',
        looks_for: expect.any(String),
        statistic: expect.any(String),
        threshold: expect.any(String),
        source: expect.any(String),
      }),
    );
    expect((await svc.run(['oracle', 'explain'])).stdout).toContain('confounding');
    expect((await svc.run(['oracle', 'explain', 'confounding'])).stdout).toMatch(
      /^gate +confounding\nlooks for +an effect that vanishes/,
    );
  });

  it('asks whether another gate was meant', async () => {
    const { code, stderr } = await svc.run(['oracle', 'explain', 'confonding']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/did you mean "confounding"\?\n {2}next: svc oracle explain\n/);
  });

  it('measures its error rates, and measures the same again', async () => {
    const measure = () =>
      svc.run(['oracle', 'calibrate', '--kind', 'level', '--n', '30,100', '--effect', '3', '--reps', '5', '--plain']);
    const { code, stdout } = await measure();
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^kind +design +n +draws +false sound +false unsound +power at 3 SE +coverage\nlevel +plain +30 +5 +\d+\.\d+ %[^]*\nlevel +plain +100 /,
    );
    expect((await measure()).stdout).toBe(stdout);
  });

  it.each([
    [['--kind', 'levl'], 2, /not a kind of claim; did you mean "level"/],
    [['--n', 'ten'], 2, /--n expects a whole number/],
    [['--effect', '-1'], 2, /--effect expects a number/],
    [['--reps', '0'], 2, /--reps expects a whole number, 1 or more/],
    [['--kind', 'table'], 1, /nothing to measure for table/],
  ])('calibrates nothing for %j, and says what would be right', async (args, exit, message) => {
    const { code, stdout, stderr } = await svc.run(['oracle', 'calibrate', ...args]);
    expect({ code, stdout }).toEqual({ code: exit, stdout: '' });
    expect(stderr).toMatch(message);
  });
});
