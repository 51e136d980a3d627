/** What a caller may send to hurt others, by what it goes for. Each would run for minutes, or for as long as it is let. */
export const HOSTILE: Readonly<Record<string, readonly string[]>> = {
  'processor, ends when interrupted': ['SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b'],
  'processor, hears no interrupt': [
    "SELECT levenshtein(repeat('ab', 500000), repeat('cd', 500000))",
    'SELECT count(*) FROM (SELECT unnest(range(100000000)) i)',
  ],
  memory: [
    "SELECT len(list(i)) FROM (SELECT i::VARCHAR || repeat('x', 1000) AS i FROM range(100000000) r(i))",
    "SELECT len(repeat('x', 1000000000) || repeat('y', 1000000000))",
  ],
  disk: [
    'SELECT count(*) FROM (SELECT i, hash(i) AS h, repeat(i::VARCHAR, 20) AS t FROM range(100000000) r(i) ORDER BY h)',
  ],
  'a long answer': ["SELECT repeat('x', 100000) AS x FROM range(1000000)"],
  recursion: [
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n',
    `SELECT ${'('.repeat(20_000)}1${')'.repeat(20_000)}`,
  ],
  'the planner': [
    `SELECT count(*) FROM ${Array.from({ length: 40 }, (_, n) => `range(10) t${String(n)}`).join(', ')} WHERE ${Array.from({ length: 39 }, (_, n) => `t${String(n)}.range = t${String(n + 1)}.range`).join(' AND ')}`,
  ],
  'the queue': ['SELECT 1'],
};
