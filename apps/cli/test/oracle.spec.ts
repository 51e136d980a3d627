import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Svc } from './run-svc';

const CLAIM = { question: 'B is higher than A', kind: 'comparison', roles: { group: 'side', value: 'height' }, declared: { design: 'observational', pre_treatment: [] } };
/** 400 rows, B higher by one, with a spread that repeats nowhere. */
const ROWS = Array.from({ length: 400 }, (_, index) => `${index % 2 === 0 ? 'A' : 'B'},${(index % 2) + Math.sin(index * 12.9898) / 2}`);
const DATA = `side,height\n${ROWS.join('\n')}\n`;

describe('svc oracle check', () => {
  let svc: Svc;
  const write = (name: string, text: string): void => writeFileSync(join(svc.directory, name), text);

  beforeAll(() => {
    svc = Svc.build();
    write('data.csv', DATA);
    write('claim.json', JSON.stringify(CLAIM));
    write('typo.json', JSON.stringify({ ...CLAIM, roles: { grup: 'side', value: 'height' } }));
    for (const name of ['two', 'one']) {
      mkdirSync(join(svc.directory, 'cases', name), { recursive: true });
      write(join('cases', name, 'data.csv'), DATA);
      write(join('cases', name, 'claim.json'), JSON.stringify(CLAIM));
    }
  }, 240_000);
  afterAll(() => svc.remove());

  it('prints the attestation, and its gist for people', async () => {
    const { code, stdout, stderr } = await svc.run(['oracle', 'check', 'data.csv', '--claim', 'claim.json']);
    const attestation: unknown = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(attestation).toMatchObject({ kind: 'comparison', verdict: expect.stringMatching(/^(sound|unsound|inconclusive)$/), gates: expect.arrayContaining([expect.objectContaining({ name: expect.any(String) })]) });
    expect(stderr).toMatch(/^(sound|unsound|inconclusive): /);
  });

  it('takes the claim from standard input, and says the same to the last digit', async () => {
    const [file, input] = [await svc.run(['oracle', 'check', 'data.csv', '--claim', 'claim.json']), await svc.run(['oracle', 'check', 'data.csv', '--claim', '-'], { input: JSON.stringify(CLAIM) })];
    expect(input.stdout).toBe(file.stdout);
  });

  it('prints a line per case of a folder', async () => {
    const { code, stdout } = await svc.run(['oracle', 'check', 'cases']);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n').map((line): unknown => JSON.parse(line))).toMatchObject([{ case: 'one', kind: 'comparison' }, { case: 'two', kind: 'comparison' }]);
  });

  it('refuses a claim with a typing mistake, naming what was meant', async () => {
    const { code, stdout, stderr } = await svc.run(['oracle', 'check', 'data.csv', '--claim', 'typo.json']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/\/roles\/grup .*group/);
  });

  it('wants a claim, and data that are there', async () => {
    expect((await svc.run(['oracle', 'check', 'data.csv'])).code).toBe(2);
    expect((await svc.run(['oracle', 'check', 'gone.csv', '--claim', 'claim.json'])).code).toBe(1);
  });
});
