import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { composePage } from './page/compose-page';
import { printPage } from './print-page';
import { CASES, DIGEST, hash, MANY, QUESTION_OF_200, RUN, sampledCertificate } from '../../test/printed-certificates';

const reading = z.array(
  z.object({
    pages: z.number(),
    text: z.string(),
    title: z.string(),
    created: z.string(),
    attachments: z.array(z.object({ name: z.string(), text: z.string() })),
  }),
);
type Reading = z.infer<typeof reading>[number];

describe('the certificate as a page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-pdf-'));
  const files = new Map<string, Uint8Array>();
  const read = new Map<string, Reading>();

  beforeAll(async () => {
    for (const [name, one] of Object.entries(CASES)) {
      files.set(name, await printPage(composePage(one, DIGEST, JSON.stringify(one))));
      writeFileSync(join(folder, name), files.get(name) ?? '');
    }
    const paths = Object.keys(CASES).map((name) => join(folder, name));
    const found = reading.parse(
      JSON.parse(
        execFileSync(process.execPath, [join(__dirname, 'test/read-pdf.mjs'), ...paths], {
          encoding: 'utf8',
          maxBuffer: 64 << 20,
        }),
      ),
    );
    Object.keys(CASES).forEach((name, at) => {
      const one = found[at];
      if (one !== undefined) read.set(name, one);
    });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** What an independent reader finds, white space aside: lines break where they must. */
  const textOf = (name: string): string => (read.get(name)?.text ?? '').replaceAll(/\s+/g, '');
  const says = (name: string, text: string): void => {
    expect(textOf(name)).toContain(text.replaceAll(/\s+/g, ''));
  };

  it.each(Object.keys(CASES))('is one page that carries the JSON: %s', (name) => {
    expect(read.get(name)?.pages).toBe(1);
    expect(read.get(name)?.attachments.map((each) => each.text)).toEqual([JSON.stringify(CASES[name])]);
    says(name, 'the JSON is the certificate');
    says(name, DIGEST);
  });

  it('has the same bytes whenever and wherever it is printed', async () => {
    for (const name of ['sound', 'chinese']) {
      const one = CASES[name];
      if (one !== undefined)
        expect(
          Buffer.from(await printPage(composePage(one, DIGEST, JSON.stringify(one)))).equals(
            files.get(name) ?? Buffer.alloc(0),
          ),
        ).toBe(true);
    }
    expect(read.get('sound')?.created).toBe('D:20260301100001Z');
  });

  it('says the verdict in a word, the question, the estimate with its interval in words, and what was held fixed', () => {
    for (const text of [
      'Sound',
      'Every check that applies was run',
      'Are afternoons later?',
      '12.1',
      'Between 11.0 and 13.2, with 99.5% confidence',
      'afternoon - morning',
      'Adjusted for',
      'origin',
    ])
      says('sound', text);
    says('inconclusive', 'None: the claim is not about a number');
  });

  it('says what was tested above what the author asked, and what else a reader should know', () => {
    says('tested', 'Tested: whether the mean of dep_delay, half afternoon minus morning, differs from 0');
    expect(textOf('tested').indexOf('Tested:')).toBeLessThan(textOf('tested').indexOf('Areafternoonslater?'));
    says('tested', 'a claim of the kind comparison shows a link, not a cause.');
    says('tested', 'This design finds effects from 0.5 on with 80% power.');
  });

  it('names the checks that ran, and those that did not with the reason', () => {
    for (const text of [
      'Checks that ran: 1',
      'Reproducible',
      'both runs gave the same rows',
      'Checks that did not run, and why: 1',
      'Sample ratio',
      'no intended split is declared',
    ])
      says('sound', text);
  });

  it('names who, when, by which rules and which code and data, hashes in full', () => {
    for (const text of [
      'by ada on 1 March 2026, 10:00:00 UTC, giving 336,776 rows',
      'by example on 1 March 2026, 10:00:01 UTC',
      'level 0.005',
      hash('1'),
      hash('2'),
      hash('3'),
      hash('4'),
      hash('5'),
      hash('6'),
      'iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w=',
    ])
      says('sound', text);
  });

  it('says how often the verdict was looked at before it was certified', () => {
    says('previewed', 'attempt 1 on these data, after 4 looks');
    expect(textOf('sound')).not.toContain('look');
  });

  it('says that the claim was declared before its data, where the certificate carries the proofs', () => {
    says('preregistered', 'claim declared before its data; the JSON has the proofs');
  });

  it('says of how many rows the verdict is a sample, and how it was drawn', () => {
    says('sampled', 'a sample of 1,999,204 of the 100,000,000 rows');
    says('sampled', 'by a seed, the hash of the data; rows of one tail_number together');
    expect(textOf('sound')).not.toContain('sample of'.replaceAll(' ', ''));
  });

  it('says where the pictures of the run are, and links to them where the service has an address', async () => {
    says('sampled', `of run ${RUN}: svc derivation pictures`);
    expect(textOf('sound')).not.toContain('pictures');
    const one = sampledCertificate();
    const linked = Buffer.from(
      await printPage(composePage(one, DIGEST, JSON.stringify(one), 'https://svc.example')),
    ).toString('latin1');
    expect(linked).toContain(`/URI (https://svc.example/api/derivations/departures/runs/${RUN}/pictures)`);
    expect(Buffer.from(files.get('sampled') ?? []).toString('latin1')).not.toContain('/URI');
  });

  it('says which rows were analysed, what is missing on each side, and how alike the sides were', () => {
    for (const text of [
      'Which rows were analysed',
      '1200 rows',
      '833 analysed',
      '67 lack a value',
      '418 of 462',
      'group coached',
      'Outcomes are missing in 32 of 462 with group coached (6.93%)',
      'lies within −1.82…−1.55 (Lee bounds)',
      'Balance before (open) and after (filled)',
      'city = Rome',
    ])
      says('participants', text);
    expect(textOf('participants')).not.toContain('\ufffd');
    // No picture takes the place of a check.
    expect(textOf('participants')).not.toContain('morechecks');
    expect(textOf('crowded')).not.toContain('morechecks');
    expect(textOf('sound')).not.toContain('Whichrows');
  });

  it('says beside any other verdict which check decided, and what it found', () => {
    says('unsound', 'Segment reversal: the sign reverses inside origin: 12.1 becomes −3.4');
    says('inconclusive', 'Sample size: 12 rows are too few: 20 are needed');
  });

  it('shows a question of 200 characters and 40 checks whole: names before details, and what was found in any case', () => {
    expect([...QUESTION_OF_200]).toHaveLength(200);
    says('long', QUESTION_OF_200);
    for (let at = 0; at < 40; at += 1) says('long', `Check ${at}`);
    says('long', MANY);
  });

  it.each(['chinese', 'japanese', 'korean', 'greekAndRussian'])(
    'shows %s text as text, each character with its glyph',
    (name) => {
      says(name, CASES[name]?.certificate.question ?? '?');
      expect(textOf(name)).not.toContain('\ufffd');
    },
  );

  it('says how many checks are left to the JSON when no page could hold them', () => {
    const shown = [...textOf('hostile').matchAll(/and(\d+)morechecksintheJSON/g)].map(([, count]) => Number(count));
    expect(shown).toHaveLength(2);
    for (const count of shown) expect(count).toBeGreaterThan(2800);
    says('hostile', '500 columns: column_0, column_1');
  });

  it('marks what it cannot show and lets no text reorder the page', () => {
    says('rightToLeft', 'Is \ufffdneve\ufffd later? \ufffd\ufffd\ufffd\ufffd');
    says('rightToLeft', '\ufffd stands for a character that this page cannot show');
  });
});
