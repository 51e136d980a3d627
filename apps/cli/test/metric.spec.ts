import { connectedClient } from './connected-client';
import { aMetric, anAnswer } from './documents';
import { refusal } from './fake-gateway';

describe('svc metric', () => {
  const { gateway, online } = connectedClient();
  const run = (args: readonly string[], input = '') => online(args, { input });

  it('sends a query as it was typed', async () => {
    gateway.on('POST /api/metrics/departures/query', { body: anAnswer() });
    await run([
      'metric',
      'query',
      'departures',
      '--group-by',
      'carrier,origin',
      '--group-by',
      'half',
      '--grain',
      'Month',
      '--filter',
      'carrier:in:B6,DL',
      '--filter',
      'dest:eq:a,b:c',
      '--filter',
      'tail:is_null',
      '--filter',
      'origin:eq:["JFK",null]',
      '--limit',
      '7',
    ]);
    expect(gateway.received[0]?.body).toEqual({
      group_by: ['carrier', 'origin', 'half'],
      grain: 'month',
      filters: [
        { column: 'carrier', op: 'in', value: ['B6', 'DL'] },
        { column: 'dest', op: 'eq', value: 'a,b:c' },
        { column: 'tail', op: 'is_null' },
        { column: 'origin', op: 'eq', value: ['JFK', null] },
      ],
      limit: 7,
    });
  });

  it('sends zone, gaps, order, totals and joined filters as they were typed', async () => {
    gateway.on('POST /api/metrics/departures/query', { body: anAnswer({ totals: [null, 150] }) });
    const joined = '{"or":[{"column":"carrier","op":"eq","value":"B6"},{"not":{"column":"tail","op":"is_null"}}]}';
    const { stdout } = await run([
      'metric',
      'query',
      'departures',
      '--grain',
      'day',
      '--timezone',
      'Europe/Berlin',
      '--fill',
      'zero',
      '--order',
      'departures:desc,date',
      '--totals',
      '--filter',
      joined,
    ]);
    expect(gateway.received[0]?.body).toEqual({
      group_by: [],
      grain: 'day',
      timezone: 'Europe/Berlin',
      fill: 'zero',
      totals: true,
      filters: [JSON.parse(joined)],
      order: [
        { by: 'departures', direction: 'desc' },
        { by: 'date', direction: 'asc' },
      ],
    });
    expect(stdout).toMatch(/2013-03-01 +null\nover all groups {2}150\n/);
    expect((await run(['metric', 'query', 'departures', '--order', 'date:up'])).code).toBe(2);
    expect((await run(['metric', 'query', 'departures', '--filter', '{"xor":[]}'])).code).toBe(2);
  });

  it('draws a bar per group where there is no time', async () => {
    gateway.on('POST /api/metrics/departures/query', {
      body: anAnswer({
        columns: [
          { name: 'carrier', type: 'string' },
          { name: 'departures', type: 'integer' },
        ],
        rows: [
          ['B6', 4],
          ['DL', 2],
        ],
        row_count: 2,
      }),
    });
    expect((await run(['metric', 'query', 'departures', '--group-by', 'carrier'])).stdout).toMatch(
      /B6 {2}4 {2}█+\nDL {2}2 {2}█+▌?\n/,
    );
  });

  it('writes all metrics as an OSI document, and reads one in either notation', async () => {
    const document = {
      version: '0.1.1',
      semantic_model: [{ name: 'svc_metrics', datasets: [{ name: 'flown', source: 'flown' }], metrics: [] }],
    };
    gateway.on('GET /api/metrics/osi', { body: document }).on('POST /api/metrics/osi', {
      body: {
        created: ['n'],
        updated: [],
        unchanged: ['m'],
        skipped: [{ name: 'x', pointer: '/body/semantic_model/0/metrics/0', reason: 'says more' }],
        unused_fields: [],
      },
    });
    expect(JSON.parse((await run(['metric', 'export'])).stdout)).toEqual(document);
    const { code, stdout, stderr } = await run(
      ['metric', 'import', '-', '--partial', '--source', 'a=b', '--source', 'c=d'],
      'version: "0.1.1"\nsemantic_model: []\n',
    );
    expect({ code, stderr, stdout }).toEqual({
      code: 0,
      stderr: '',
      stdout: 'created    n\nunchanged  m\nskipped    x: says more\n',
    });
    expect(gateway.received.at(-1)).toMatchObject({ body: { version: '0.1.1', semantic_model: [] } });
    expect((await run(['metric', 'import', '-'], '- a\n- b\n')).stderr).toMatch(
      /is not an OSI document: it holds a list/,
    );
  });

  it.each([
    ['nowhere.yaml', 'the file does not exist'],
    ['.', 'it is a folder'],
  ])('says in words why %s cannot be read as a document', async (file, reason) => {
    expect(await run(['metric', 'import', file])).toEqual({
      code: 1,
      stdout: '',
      stderr: `error ${file} cannot be read: ${reason}\n`,
    });
    expect(await run(['dashboard', 'apply', file])).toEqual({
      code: 1,
      stdout: '',
      stderr: `error ${file} cannot be read: ${reason}\n`,
    });
  });

  it('shows money to the cent, in the table, beside the bars and over all groups', async () => {
    gateway.on('POST /api/metrics/revenue/query', {
      body: anAnswer({
        columns: [
          { name: 'shop', type: 'string' },
          { name: 'revenue', type: 'decimal(38,2)' },
        ],
        rows: [
          ['a', 393888.07],
          ['b', 60.1],
        ],
        row_count: 2,
        totals: [null, 393948.17],
      }),
    });
    const { stdout } = await run(['metric', 'query', 'revenue', '--group-by', 'shop', '--totals']);
    expect(stdout.match(/[\d.]+\d{2}(?= |\n)/g)?.slice(0, 5)).toEqual([
      '393888.07',
      '60.10',
      '393948.17',
      '393888.07',
      '60.10',
    ]);
  });

  it('names one command that helps: that of the refusal, where it has one', async () => {
    gateway.on(
      'GET /api/metrics/revenu',
      refusal('not-found', 'There is no metric "revenu". List them with "svc metric list".'),
    );
    const { stderr } = await run(['metric', 'show', 'revenu']);
    expect(stderr.match(/svc metric list/g)).toHaveLength(1);
  });

  it('shows who changed a metric, and what', async () => {
    gateway.on('GET /api/metrics/departures/history', {
      body: {
        items: [
          {
            version: 1,
            definition: aMetric().definition,
            author: 'token:bob',
            created_at: aMetric().created_at,
            change: 'created',
          },
        ],
      },
    });
    expect((await run(['metric', 'history', 'departures'])).stdout).toMatch(
      /1 {2}2026-03-01 10:00 {2}token:bob {2}created/,
    );
  });

  it('shows the rows, a bar per period, and the certificate they stand on', async () => {
    gateway.on('POST /api/metrics/departures/query', { body: anAnswer() });
    const { code, stdout, stderr } = await run(['metric', 'query', 'departures', '--grain', 'month']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(
      [
        'date        departures',
        '2013-01-01         100',
        '2013-02-01          50',
        '2013-03-01        null',
        '',
        `2013-01-01   100  ${'█'.repeat(62)}`,
        `2013-02-01    50  ${'█'.repeat(31)}`,
        '2013-03-01  null',
        '',
        'from flown sound as of 2026-03-01 10:00 UTC',
        `  certificate sha256:${'c'.repeat(64)}`,
        `  data        sha256:${'d'.repeat(64)}`,
        '',
      ].join('\n'),
    );
  });

  it('draws a line per group', async () => {
    const columns = [
      { name: 'date', type: 'date' as const },
      { name: 'carrier', type: 'string' as const },
      { name: 'share', type: 'number' as const },
    ];
    const rows = [
      ['2013-01-01', 'B6', 0.25],
      ['2013-01-01', 'DL', 0.1],
      ['2013-02-01', 'B6', 0.5],
      ['2013-02-01', 'DL', null],
    ];
    gateway.on('POST /api/metrics/share/query', { body: anAnswer({ columns, rows, row_count: 4 }) });
    const { stdout } = await run(['metric', 'query', 'share', '--grain', 'month', '--group-by', 'carrier']);
    expect(stdout).toContain('B6  ▁█  0.25 … 0.5\nDL  ▄   0.1 … 0.1\n');
  });

  it('says on standard error that rows are missing', async () => {
    gateway.on('POST /api/metrics/departures/query', { body: anAnswer({ truncated: true }) });
    const { code, stdout, stderr } = await run(['metric', 'query', 'departures', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(anAnswer({ truncated: true }));
    expect(stderr).toMatch(/cut after 3 rows/);
  });

  it('prints the SQL with its values and runs nothing', async () => {
    gateway.on('POST /api/metrics/departures/compile', { body: { sql: 'SELECT COUNT(*)', parameters: ['B6'] } });
    expect((await run(['metric', 'compile', 'departures', '--filter', 'carrier:eq:B6'])).stdout).toBe(
      'SELECT COUNT(*)\n-- $1 = "B6"\n',
    );
    expect(gateway.requests('POST /api/metrics/departures/query')).toEqual([]);
  });

  it('shows a definition with its history', async () => {
    const metric = aMetric({ version: 2 });
    gateway.on('GET /api/metrics/departures', { body: metric }).on('GET /api/metrics/departures/history', {
      body: {
        items: [
          {
            version: 2,
            definition: metric.definition,
            author: 'token:ann',
            created_at: metric.updated_at,
            change: 'dimensions: +carrier',
          },
          {
            version: 1,
            definition: metric.definition,
            author: 'token:bob',
            created_at: metric.created_at,
            change: 'created',
          },
        ],
      },
    });
    const { stdout } = await run(['metric', 'show', 'departures']);
    expect(stdout).toMatch(/value +count\(\*\) of flown/);
    expect(stdout).toMatch(/2 {2}2026-03-01 10:00 {2}token:ann {2}dimensions: \+carrier/);
  });
});
