import { stack, refusal } from '../../test/ingest-calls';

const csv = (
  content: string | Uint8Array,
  options: { declared?: Record<string, string>; nullValues?: string[] } = {},
) => stack.read(content, { format: 'csv', ...options });

const jsonl = (content: string, declared: Record<string, string> = {}) =>
  stack.read(content, { format: 'jsonl', declared });

describe('a CSV file', () => {
  it('becomes typed rows', async () => {
    const text =
      'id,delay,late,day,at,zoned,clock,carrier\n1,1.5,true,2013-01-01,2013-01-01 05:17:00,2013-01-01T05:17:00Z,05:17,UA\n-2,-3,FALSE,2013-02-28,2013-01-01T05:17:00.25,2013-01-01T05:17:00+05:00,23:59:59.5,"B,6"\n';
    const stored = await csv(text);
    expect(stored.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'id integer',
      'delay number',
      'late boolean',
      'day date',
      'at timestamp',
      'zoned timestamptz',
      'clock time',
      'carrier string',
    ]);
    expect(await stack.rowsOf(stored)).toEqual([
      ['1', 1.5, true, '2013-01-01', '2013-01-01 05:17:00', '2013-01-01 05:17:00+00', '05:17:00', 'UA'],
      ['-2', -3, false, '2013-02-28', '2013-01-01 05:17:00.25', '2013-01-01 00:17:00+00', '23:59:59.5', 'B,6'],
    ]);
  });

  it('tells an empty field, which is missing, from an empty pair of quotes, which is empty text', async () => {
    expect(await stack.rowsOf(await csv('a,b\n1,x\n,""\n"",\n'))).toEqual([
      ['1', 'x'],
      [null, ''],
      ['', null],
    ]);
  });

  it('reads the given texts as missing values, unless they are quoted', async () => {
    expect(await stack.rowsOf(await csv('a\n1\nNA\n2\n', { nullValues: ['NA'] }))).toEqual([['1'], [null], ['2']]);
    expect(await stack.rowsOf(await csv('a,b\nNA,"NA"\n', { nullValues: ['NA', ''] }))).toEqual([[null, 'NA']]);
  });

  it.each([
    ['with a byte order mark', '\ufeffa,b\n1,x\n'],
    ['with CR LF', 'a,b\r\n1,x\r\n'],
    ['with CR', 'a,b\r1,x\r'],
    ['without a last line end', 'a,b\n1,x'],
    ['with blank lines', 'a,b\n\n1,x\n\n\n'],
    ['with semicolons', 'a;b\n1;x\n'],
    ['with tabs', 'a\tb\n1\tx\n'],
    ['with bars', 'a|b\n1|x\n'],
    ['with every field quoted', '"a","b"\n"1","x"\n'],
  ])('is the same rows %s', async (_how, text) => {
    expect((await csv(text)).data_hash).toBe((await csv('a,b\n1,x\n')).data_hash);
  });

  it('keeps what would be lost by reading it as a number', async () => {
    const stored = await csv('zip,account,hex,grouped\n01234,12345678901234567890123,0x1F,1_000\n94110,2,0x2F,2_000\n');
    expect(stored.columns.map(({ type }) => type)).toEqual(['string', 'string', 'string', 'string']);
    expect((await stack.rowsOf(stored))[0]).toEqual(['01234', '12345678901234567890123', '0x1F', '1_000']);
  });

  it('takes no date whose day and month could be swapped', async () => {
    expect((await csv('d\n01/02/2013\n')).columns).toEqual([{ name: 'd', type: 'string' }]);
  });

  it('reads declared columns as declared', async () => {
    const stored = await csv('id,price,day\n01,1.50,2013-01-01\n', {
      declared: { id: 'string', price: 'decimal(10,2)' },
    });
    expect(stored.columns.map(({ type }) => type)).toEqual(['string', 'decimal(10,2)', 'date']);
    expect(await stack.rowsOf(stored)).toEqual([['01', '1.50', '2013-01-01']]);
  });

  it('with names only is a table without rows', async () => {
    expect(await csv('a,b\n', { declared: { b: 'integer' } })).toMatchObject({
      rows: 0,
      columns: [
        { name: 'a', type: 'string' },
        { name: 'b', type: 'integer' },
      ],
    });
  });

  it('keeps a field of megabytes', async () => {
    const stored = await csv(`a,b\n1,${'x'.repeat(5_000_000)}\n`);
    expect(String((await stack.rowsOf(stored))[0]?.[1])).toHaveLength(5_000_000);
  });

  it('says where rows are broken, by line and column, and keeps nothing', async () => {
    const before = await stack.staged();
    const text = 'a,b\n1,"two\nlines"\n\n2\n3,y,z\n4,w\n5,"x"y\n';
    expect(await refusal(csv(text))).toMatchObject({
      code: 'bad-rows',
      data: [
        { line: 5, column: 'a', message: 'has fewer fields than the first line names' },
        { line: 6, column: null, message: 'has more fields than the first line names' },
        { line: 8, column: 'b', message: expect.stringContaining('quote') },
      ],
    });
    expect(await stack.staged()).toEqual(before);
  });

  it('says where values are bad, counting lines as an editor does', async () => {
    const text = 'n,t\r\n1,"a\r\nb"\r\n\r\nx,c\r\n3,d\r\n"4.0",e\r\n';
    expect(await refusal(csv(text, { declared: { n: 'integer' } }))).toMatchObject({
      code: 'bad-rows',
      data: [
        { line: 5, column: 'n', message: 'has x, which is not an integer of 64 bits' },
        { line: 7, column: 'n', message: 'has 4.0, which is not an integer of 64 bits' },
      ],
    });
  });

  it('reports bad values far behind the sampled rows, twenty at most', async () => {
    const lines = Array.from({ length: 60_000 }, (_, n) => (n > 50_000 ? `${String(n)},oops` : `${String(n)},1.5`));
    const failure = await refusal(csv(`id,v\n${lines.join('\n')}\n`));
    expect(failure).toMatchObject({ code: 'bad-rows', data: { 0: { line: 50_003, column: 'v' }, length: 20 } });
  });

  it.each<[string, string | Uint8Array, RegExp]>([
    ['is empty', '', /empty/],
    ['begins with a blank line', '\na,b\n1,2\n', /first line is empty/],
    ['names a column twice', 'a,A\n1,2\n', /Two columns/],
    ['leaves a column without a name', 'a,,c\n1,2,3\n', /Column 2 has no name/],
    ['has a name with spaces around it', 'a, b\n1,2\n', /spaces around/],
    ['has a name with an invisible character', 'a,b\u200b\n1,2\n', /invisible/],
    ['mixes line ends', 'a,b\r\n1,2\n3,4\r\n', /line ends/],
    ['is UTF-16', Buffer.from('\ufeffa,b\n1,2\n', 'utf16le'), /UTF-16/],
    ['is compressed', Buffer.from('1f8b0800000000000003', 'hex'), /gzip/],
    ['is a spreadsheet', Buffer.from('504b030414000600', 'hex'), /spreadsheet/],
    ['is Parquet', 'PAR1....', /Parquet/],
    ['has a first line that never ends', '"a,b\n1,2\n', /does not end/],
  ])('is refused when it %s', async (_why, content, message) => {
    expect(await refusal(csv(content))).toMatchObject({
      code: expect.stringMatching(/refused|unsupported/),
      message: expect.stringMatching(message),
    });
  });

  it.each<[string, Uint8Array | string, unknown]>([
    [
      'bytes that are not UTF-8',
      Buffer.from('a,b\n1,x\n2,\xff\n', 'latin1'),
      { line: 3, column: 'b', message: 'is not UTF-8 text' },
    ],
    ['a quote that is left open', 'a,b\n1,"x\n2,y\n', { line: 2, column: 'b' }],
    [
      'a line beyond 16 MiB',
      `a,b\n1,x\n2,${'x'.repeat(17 * 1024 * 1024)}\n`,
      { line: 3, message: 'is longer than 16 MiB; a quote in it may be left open' },
    ],
    [
      'a line beyond what the engine sees at once',
      `a,b\n1,x\n2,${'x'.repeat(40 * 1024 * 1024)}\n3,y\n`,
      { line: 3, message: 'is longer than 16 MiB; a quote in it may be left open' },
    ],
  ])('with %s is a bad row', async (_what, content, row) => {
    expect(await refusal(csv(content))).toMatchObject({ code: 'bad-rows', data: [row] });
  });

  it('is refused when a declared column is not in it', async () => {
    expect(await refusal(csv('a\n1\n', { declared: { b: 'integer' } }))).toMatchObject({
      code: 'refused',
      message: expect.stringContaining('"b"'),
    });
  });
});

describe('a JSON lines file', () => {
  it('becomes typed rows; a missing key and null are both missing', async () => {
    const stored = await jsonl(
      '{"id":1,"v":1.5,"ok":true,"day":"2013-01-01","s":"1"}\n\n{"id":2,"v":-2,"ok":null,"s":""}\r\n'.replace('\r', ''),
    );
    expect(stored.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'id integer',
      'v number',
      'ok boolean',
      'day date',
      's string',
    ]);
    expect(await stack.rowsOf(stored)).toEqual([
      ['1', 1.5, true, '2013-01-01', '1'],
      ['2', -2, null, null, ''],
    ]);
  });

  it('takes decimals as text or as numbers of up to 15 digits', async () => {
    const stored = await jsonl('{"p":"12345678901234567.89"}\n{"p":1.5}\n{"p":12345678901234567}\n', {
      p: 'decimal(20,2)',
    });
    expect(await stack.rowsOf(stored)).toEqual([['12345678901234567.89'], ['1.50'], ['12345678901234567.00']]);
    expect(await refusal(jsonl('{"p":12345678901234567.89}\n', { p: 'decimal(20,2)' }))).toMatchObject({
      code: 'bad-rows',
      data: [{ line: 1, column: 'p' }],
    });
  });

  it('may have any key that is a name', async () => {
    expect(
      (await jsonl('{"a.b":1,"a/b":2,"a~b":3,"$":4,"[0]":5,"größe":6,"a\\"b":7}\n')).columns.map(({ name }) => name),
    ).toEqual(['a.b', 'a/b', 'a~b', '$', '[0]', 'größe', 'a"b']);
  });

  it('reports lines that are not rows', async () => {
    const text = '{"a":1}\n{"a":1\n\n[1]\nnull\n{"a":1,"a":2}\n{"a":"x"}\n{"a":{"b":1}}\n';
    expect(await refusal(jsonl(text, { a: 'integer' }))).toMatchObject({
      code: 'bad-rows',
      data: [
        { line: 2, message: 'is not a JSON object' },
        { line: 4, message: expect.stringContaining('list') },
        { line: 5, message: 'is not a JSON object' },
        { line: 6, message: 'has a key twice' },
        { line: 7, column: 'a', message: 'has x, which is not an integer of 64 bits' },
        { line: 8, column: 'a' },
      ],
    });
  });

  it('reports a key that appears late, and never drops it', async () => {
    const lines = Array.from({ length: 21_000 }, (_, n) => JSON.stringify(n === 20_990 ? { a: n, b: 1 } : { a: n }));
    expect(await refusal(jsonl(lines.join('\n')))).toMatchObject({
      code: 'bad-rows',
      data: [{ line: 20_991, message: expect.stringContaining('"b"') }],
    });
    expect(await stack.rowsOf(await jsonl(lines.join('\n'), { b: 'integer' }))).toHaveLength(21_000);
  });

  it.each([
    ['is one list', '[{"a":1},{"a":2}]\n', /one object per line/],
    ['holds no object', '1\n2\n', /one object per line/],
    ['has no row', '\n\n', /no row/],
    ['mixes text and numbers', '{"a":1}\n{"a":"x"}\n', /several types/],
    ['holds lists', '{"a":[1]}\n', /lists or objects/],
    ['has integers beyond 64 bits', '{"a":12345678901234567890123}\n', /decimal\(38,0\)/],
    ['has a key without letters', '{"":1}\n', /no name/],
  ])('is refused when it %s', async (_why, content, message) => {
    expect(await refusal(jsonl(content))).toMatchObject({ code: 'refused', message: expect.stringMatching(message) });
  });
});
