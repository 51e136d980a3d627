import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { type Answered, Attacker, value } from './wire';

const PYTHON = path.resolve(__dirname, '..', '..', '.svc', 'python', 'bin', 'python');
let by: Attacker;
let folder: string;
beforeAll(async () => {
  by = await Attacker.begin();
  folder = mkdtempSync(path.join(tmpdir(), 'svc-attacks-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A Parquet file that the code makes of `pa` and `pq`. */
function parquet(code: string): Uint8Array<ArrayBuffer> {
  const file = path.join(folder, 'made.parquet');
  execFileSync(PYTHON, [
    '-c',
    `import pyarrow as pa, pyarrow.parquet as pq, numpy as np\nout = ${JSON.stringify(file)}\n${code}`,
  ]);
  return new Uint8Array(readFileSync(file));
}

const dataset = z.looseObject({ version: z.looseObject({ rows: z.int() }) });
const send = (bytes: string | Uint8Array<ArrayBuffer>, name: string, fields: Readonly<Record<string, string>> = {}) =>
  by.upload({ name: 'attacked_file', ...fields }, bytes, name);
/** Refused by the rules, or told that it is too much: never a defect, and nothing of the inside is said. */
function expectRefused(answer: Answered): void {
  expect(`${String(answer.status)} ${String(answer.code)}`).toMatch(
    /^(400 (bad-rows|invalid-sql|invalid-request|malformed-body|query-out-of-memory|query-timeout)|413 payload-too-large|415 unsupported-media-type|429 quota-exceeded)$/,
  );
  expect(answer.text).not.toMatch(/\/(tmp|work|home|root|var)\/|node_modules|Traceback|objects\/sha256/);
}

describe('a Parquet file', () => {
  const good = () => parquet("pq.write_table(pa.table({'a': np.arange(600)}), out)");

  it('of a megabyte that claims to be hundreds of millions of rows is refused, and takes no such memory', async () => {
    const bytes = parquet(
      "w = pq.ParquetWriter(out, pa.schema([('a', pa.int8())]))\nt = pa.table({'a': np.zeros(50_000_000, dtype=np.int8)})\nfor _ in range(8): w.write_table(t, row_group_size=50_000_000)\nw.close()",
    );
    expect(bytes.length).toBeLessThan(2_000_000);
    const answer = await send(bytes, 'x.parquet');
    if (answer.status !== 201) expectRefused(answer);
  });

  it('of a long text a million times over is refused or stored as small as it came', async () => {
    const bytes = parquet(
      "pq.write_table(pa.table({'a': pa.DictionaryArray.from_arrays(pa.array(np.zeros(1_000_000, dtype=np.int32)), pa.array(['x' * 1_000_000]))}), out, use_dictionary=True)",
    );
    expect(bytes.length).toBeLessThan(3_000_000);
    const answer = await send(bytes, 'x.parquet');
    if (answer.status !== 201) expectRefused(answer);
  });

  it('whose footer says another number of rows gives no row that is not there', async () => {
    const bytes = good();
    const footer = bytes.length - 8 - new DataView(bytes.buffer).getUint32(bytes.length - 8, true);
    // 600 as Thrift writes it, in every place of the footer, becomes 8,191.
    for (let at = footer; at < bytes.length - 9; at += 1)
      if (bytes[at] === 0xb0 && bytes[at + 1] === 0x09) bytes.set([0xfe, 0x7f], at);
    const answer = await send(bytes, 'x.parquet');
    if (answer.status === 201) expect(value(dataset, answer).version.rows).toBe(600);
    else expectRefused(answer);
  });

  it.each([0x7fffffff, 0xffffffff, 0, 1])('whose footer says that it is %i bytes long is refused', async (length) => {
    const bytes = good();
    new DataView(bytes.buffer).setUint32(bytes.length - 8, length, true);
    expectRefused(await send(bytes, 'x.parquet'));
  });

  it('that is cut off, or whose pages hold other bytes, is refused or read as it was', async () => {
    expectRefused(await send(good().slice(0, -20), 'x.parquet'));
    const bytes = good();
    bytes.fill(0xff, 40, 200);
    const answer = await send(bytes, 'x.parquet');
    if (answer.status !== 201) expectRefused(answer);
  });

  it('of ten thousand columns is refused in words', async () => {
    const answer = await send(
      parquet("pq.write_table(pa.table({f'c{i}': [1] for i in range(10_000)}), out)"),
      'x.parquet',
    );
    if (answer.status !== 201) expectRefused(answer);
  });
});

describe('a CSV file', () => {
  it('with a line of 20 MB is refused and told which', async () => {
    const answer = await send(`a,b\n1,2\n${'x'.repeat(20_000_000)},1\n3,4\n`, 'x.csv');
    expect(answer).toMatchObject({ status: 400, code: 'bad-rows' });
    expect(answer.text).toContain('line 3: is longer than 16 MiB');
  });

  // The engine leaves out what is longer than its buffer, and lists it nowhere.
  it('with a line of 100 MB is refused, and no row of it is lost in silence', async () => {
    expectRefused(await send(`a,b\n1,2\n${'x'.repeat(100_000_000)},1\n3,4\n`, 'x.csv'));
  });

  it('with an opened quote and no end, or a million columns, is refused', async () => {
    expectRefused(await send(`a,b\n"${'x\n'.repeat(2_000_000)}`, 'x.csv'));
    expectRefused(await send(`${'a,'.repeat(1_000_000)}a\n${'1,'.repeat(1_000_000)}1\n`, 'x.csv'));
  });
});

describe('a compressed file', () => {
  const rows = `a,b\n${'1,2\n'.repeat(5_000_000)}`;

  it('is not unfolded, whatever it is called', async () => {
    const bytes = gzipSync(rows);
    for (const [name, fields] of [
      ['x.csv', {}],
      ['x.csv.gz', { format: 'csv' }],
      ['x.csv.zst', { format: 'csv' }],
      ['x.jsonl', {}],
      ['x.csv.gz', {}],
    ] as const)
      expectRefused(await send(new Uint8Array(bytes), name, fields));
  });

  it('is none that we take: a zip is no dataset', async () => {
    const zip = new Uint8Array(
      Buffer.from(
        '504b0304140000000000000021000000000000000000000000000500000078 2e637376504b010214001400000000000000210000000000000000000000000005000000000000000000000000000000000078'.replaceAll(
          ' ',
          '',
        ),
        'hex',
      ),
    );
    expect(await send(zip, 'x.zip')).toMatchObject({ status: 415, code: 'unsupported-media-type' });
    for (const format of ['csv', 'jsonl', 'parquet']) expectRefused(await send(zip, 'x.zip', { format }));
  });
});

describe('after all of them', () => {
  it('the service answers, and nothing of theirs is left but the small one', async () => {
    expect(value(dataset, await send('a,b\n1,2\n', 'x.csv')).version.rows).toBe(1);
  });
});
