import { Writable } from 'node:stream';
import { createLogger } from './create-logger';

function collect(): { readonly lines: string[]; readonly destination: Writable } {
  const lines: string[] = [];
  return {
    lines,
    destination: new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(chunk.toString());
        done();
      },
    }),
  };
}

describe('the log', () => {
  it('is JSON lines with time, level and service, whatever a message holds', () => {
    const { lines, destination } = collect();
    const logger = createLogger({ service: 'metrics', level: 'info', destination });
    logger.info('plain');
    logger.warn({ rows: 3 }, 'two lines\n{"forged": true}');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level: 'info', time: expect.any(String), service: 'metrics', msg: 'plain' },
      { level: 'warn', time: expect.any(String), service: 'metrics', rows: 3, msg: 'two lines\n{"forged": true}' },
    ]);
    expect(lines[1]?.trimEnd()).not.toContain('\n');
  });

  it('holds no secret, whether in a member, a message, a URL or a stack', () => {
    const { lines, destination } = collect();
    const logger = createLogger({ service: 'metrics', level: 'info', destination });
    logger.info(
      { password: 'hunter2', request: { authorization: 'hunter2', body: { token: 'hunter2' } } },
      'Bearer hunter2.hunter2 and svc_pat_hunter2',
    );
    logger.error({ err: new Error('cannot reach postgres://svc:hunter2@db:5432/svc') }, 'failed');
    logger.error({ header: `eyJoaHVudGVyMg${'a'.repeat(20)}.${'hunter2'.repeat(5)}` }, 'refused');
    expect(lines).toHaveLength(3);
    expect(lines.join('')).not.toContain('hunter2');
    expect(lines.every((line) => typeof JSON.parse(line) === 'object')).toBe(true);
  });
});
