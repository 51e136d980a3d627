import { askChild } from './ask-child';
import { CHANNEL, endingText, SupervisedChild } from './supervised-child';

const never = new AbortController().signal;
const started: SupervisedChild[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill();
});

/** A child whose whole program is this text. */
function start(program: string, ...command: readonly string[]): SupervisedChild {
  const outermost = command.length === 0 ? [process.execPath, '-e', program] : command;
  const child = SupervisedChild.start(
    { command: outermost, environment: { GIVEN: '1' }, filter: null, group: null },
    CHANNEL,
  );
  started.push(child);
  return child;
}

describe('a supervised child', () => {
  it('gives its one answer, knows nothing of our environment, and is killed at a word', async () => {
    const child = start(
      "process.on('message', ({ x }) => process.send([x, Object.keys(process.env).filter((it) => !it.startsWith('NODE_CHANNEL'))]))",
    );
    expect(await askChild(child, { x: 7 }, { signal: never })).toEqual({
      kind: 'answer',
      answer: [7, ['PATH', 'GIVEN']],
    });
    expect(child.isAlive).toBe(true);
    child.kill();
    expect(child.isAlive).toBe(false);
    expect(endingText(await child.ended)).toBe('SIGKILL');
  });

  it('that ends without an answer says how, and what it wrote last on standard error', async () => {
    const child = start(
      "process.on('message', () => { console.error('out of luck'); process.exitCode = 3; process.disconnect(); })",
    );
    const found = await askChild(child, {}, { signal: never });
    expect(found).toMatchObject({ kind: 'ended', ending: { code: 3, signal: null, limit: null, error: null } });
    expect((await child.ended).stderr).toContain('out of luck');
  });

  it('that takes too long, or that nobody waits for any more, is left to whoever started it', async () => {
    const child = start("process.on('message', () => undefined)");
    expect(await askChild(child, {}, { signal: never, timeoutMs: 1 })).toEqual({ kind: 'too-long' });
    const gone = new AbortController();
    const asked = askChild(child, {}, { signal: gone.signal });
    gone.abort(new Error('cancelled'));
    await expect(asked).rejects.toThrow('cancelled');
    expect(child.isAlive).toBe(true);
  });

  it('that cannot be started has ended, with the reason, and asking it is no crash of the service', async () => {
    const child = start('', '/missing/program');
    const found = await askChild(child, {}, { signal: never });
    expect(found).toMatchObject({ kind: 'ended', ending: { error: { code: 'ENOENT' } } });
    expect(child.isAlive).toBe(false);
  });

  it('takes the processes of its group with it', async () => {
    const child = SupervisedChild.start(
      { command: ['sh', '-c', 'sleep 1000 & wait'], environment: {}, filter: null, group: null },
      { stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'], ownGroup: true },
    );
    child.kill();
    // Its pipes are closed only when nobody holds them any more.
    await child.closed;
  });
});
