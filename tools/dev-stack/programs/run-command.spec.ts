import { complaint, lastWords, runCommand } from './run-command';

describe('a command that is run', () => {
  it('is heard line by line, and its status told', async () => {
    const lines: string[] = [];
    const done = await runCommand('sh', ['-c', 'echo out; echo one >&2; echo two >&2; exit 3'], {
      onLine: (line) => lines.push(line),
    });
    expect(done).toEqual({ status: 3, stdout: 'out\n', stderr: 'one\ntwo\n' });
    expect(lines).toEqual(['one', 'two']);
  });

  it('ends with 127 when there is no such program', async () => {
    expect(await runCommand('no-such-program-here', [])).toMatchObject({ status: 127 });
  });

  it('that is killed has failed and says so', async () => {
    const done = await runCommand('sh', ['-c', 'kill -9 $$']);
    expect(done.status).not.toBe(0);
    expect(lastWords(done)).toContain('SIGKILL');
  });

  it('of pip is quoted without its retries and tracebacks', () => {
    const stderr =
      'provision: pip install failed\nWARNING: Retrying after connection broken\nERROR: No matching distribution\nTraceback (most recent call last):\n  File "x"\n';
    expect(complaint({ status: 1, stdout: '', stderr })).toBe('pip install failed\nNo matching distribution');
    expect(complaint({ status: 1, stdout: '', stderr: 'a\nb\nc\n' })).toBe('b\nc');
  });
});
