import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const program = join(__dirname, '../test/one-task-process.ts');
const hook = join(__dirname, '../test/run-typescript.js');

async function started() {
  const child = fork(program, { execArgv: ['-r', hook], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('it has no pipes');
  let said = '';
  stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  const ended = Promise.all([once(child, 'exit'), once(stderr, 'end')]).then(([exit]) => ({ exit, said }));
  await once(stdout, 'data');
  return { child, ended };
}

describe('a process that does one thing for its parent', () => {
  it('answers, and ends', async () => {
    const { child, ended } = await started();
    child.send({ waits: 0, calculates: 0 });
    expect(await once(child, 'message')).toMatchObject([{ done: true }, undefined]);
    expect(await ended).toEqual({ exit: [0, null], said: '' });
  });

  it.each([
    ['waits', { waits: 60_000, calculates: 0 }],
    ['calculates', { waits: 0, calculates: 300 }],
  ])('ends without a word when its parent goes while it %s', async (_what, task) => {
    const { child, ended } = await started();
    child.send(task);
    child.disconnect();
    expect(await ended).toEqual({ exit: [0, null], said: '' });
  });
});
