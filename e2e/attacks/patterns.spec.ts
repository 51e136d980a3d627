import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { METRIC, prepareTargets } from './made-for-attacks';
import { Attacker } from './wire';

const DOCUMENT = readFileSync(path.resolve(__dirname, '..', '..', 'docs', 'openapi.json'), 'utf8');
const patterns = [
  ...new Set(
    [...DOCUMENT.matchAll(/"pattern": ("(?:[^"\\]|\\.)*")/g)].map(([, text]) =>
      z.string().parse(JSON.parse(text ?? '""')),
    ),
  ),
];

/** Texts that make a pattern with more than one way to read them try all ways: long runs, then what fits nowhere. */
const PUMPED = [
  'a',
  '0',
  'a.',
  '-',
  'a-',
  ' ',
  '/',
  '"',
  'a@',
  '0.',
  '1:',
  'T',
  'é',
  '_',
  '+',
  '.a',
  '0-0',
  '\\',
].flatMap((unit) => ['!', '\n', ''].map((end) => `${unit.repeat(20_000)}${end}`));

/** Ends what has not answered: a pattern that backtracks without end never would. */
function judged(pattern: string): Promise<number> {
  const script = `const { parentPort, workerData } = require('node:worker_threads');
    const it = new RegExp(workerData.pattern, 'u');
    let tried = 0;
    for (const prefix of ['', 'a', '"', '/', 'user:', 'sha256:', '2013-', 'a@']) for (const text of workerData.texts) { it.test(prefix + text); tried += 1; }
    parentPort.postMessage(tried);`;
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, { eval: true, workerData: { pattern, texts: PUMPED } });
    const timer = setTimeout(() => {
      void worker.terminate().then(() => {
        reject(new Error(`${pattern} has not answered in four minutes`));
      });
    }, 240_000);
    worker.once('message', (tried: number) => {
      clearTimeout(timer);
      resolve(tried);
    });
    worker.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
}

describe('a pattern of the contracts', () => {
  it('is looked at: all that the document names', () => {
    expect(patterns.length).toBeGreaterThan(8);
  });

  it.each(patterns)('answers any text of 20,000 characters: %s', async (pattern) => {
    expect(await judged(pattern)).toBe(8 * PUMPED.length);
  });
});

describe('a pattern of a caller', () => {
  let by: Attacker;
  beforeAll(async () => {
    by = await Attacker.begin();
    await prepareTargets(by);
  });

  it('is never one of ours to run: filters know no regular expressions', async () => {
    for (const op of ['~', 'matches', 'regex', 'regexp_matches', 'similar to']) {
      expect(
        await by.send('POST', `/api/metrics/${METRIC}/query`, { filters: [{ column: 'place', op, value: '(a+)+$' }] }),
      ).toMatchObject({ status: 400 });
    }
  });

  it('in SQL runs in the engine, whose expressions take time by length alone', async () => {
    expect(await by.sql("select regexp_matches(repeat('a', 30000) || '!', '^(a+)+$') as x")).toMatchObject({
      status: 200,
    });
  });
});
