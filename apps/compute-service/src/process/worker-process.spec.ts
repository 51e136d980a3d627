import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { supervise } from './pool/supervise';
import { WorkerProcess } from './worker-process';

const NEVER = new AbortController().signal;
let folder: string;
let started: WorkerProcess<string>[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'worker-process-'));
  started = [];
});
afterEach(async () => {
  for (const worker of started) worker.kill();
  await rm(folder, { recursive: true, force: true });
});

/** A worker whose whole program is this text. */
async function start(program: string, timeoutMs = 10_000): Promise<WorkerProcess<string>> {
  const path = join(folder, 'program.js');
  await writeFile(path, program);
  const worker = await WorkerProcess.start<string>(
    { command: [process.execPath, path], environment: { GIVEN: '1' }, filter: null, group: null },
    timeoutMs,
  );
  started.push(worker);
  return worker;
}

const answering = (answer: string): string =>
  `process.send({ ready: true }); process.on('message', (m) => process.send(${answer}));`;

describe('a worker process', () => {
  it('answers what it is asked, and gets nothing of our environment but what it is given', async () => {
    const worker = await start(
      answering(
        '{ id: m.id, rss: 1, answer: [m.work, Object.keys(process.env).filter((name) => !name.startsWith("NODE_CHANNEL"))] }',
      ),
    );
    expect(await worker.ask('hello')).toEqual(['hello', ['PATH', 'GIVEN']]);
  });

  it('that refuses says so with its code', async () => {
    const worker = await start(
      answering("{ id: m.id, rss: 1, failure: { code: 'bad-rows', message: 'no', data: [1] } }"),
    );
    await expect(worker.ask('x')).rejects.toMatchObject({ failure: { code: 'bad-rows', message: 'no', data: [1] } });
    expect(worker.isAlive).toBe(true);
  });

  it.each([
    ['nonsense', '"nonsense"'],
    ['an answer to another question', '{ id: m.id + 1, rss: 1, answer: 1 }'],
    ['two answers at once', '(process.send({ id: m.id, rss: 1, answer: 1 }), { id: m.id, rss: 1, answer: 2 })'],
  ])('that sends %s is killed', async (_what, answer) => {
    const worker = await start(answering(answer));
    await worker.ask('x').catch(() => undefined);
    await worker.ended;
    expect(worker.isAlive).toBe(false);
    await expect(worker.ask('x')).rejects.toThrow('has ended');
  });

  it('that dies says what it wrote on its way out', async () => {
    const worker = await start(
      "process.send({ ready: true }); process.on('message', () => { console.error('out of luck'); process.exit(3); });",
    );
    await expect(worker.ask('x')).rejects.toThrow(/ended \(exit 3\): out of luck/);
  });

  it('that is killed counts as dead at once, not only when its end is heard of', async () => {
    const worker = await start(answering('{ id: m.id, rss: 1, answer: 1 }'));
    worker.kill();
    expect(worker.isAlive).toBe(false);
    await expect(worker.ask('x')).rejects.toThrow('the worker has ended');
  });

  it('that never gets ready is killed, and starting it rejects', async () => {
    await expect(start('setInterval(() => undefined, 1000)', 200)).rejects.toThrow('SIGKILL');
    await expect(start("throw new Error('no engine here')")).rejects.toThrow('no engine here');
    await expect(
      WorkerProcess.start({ command: [join(folder, 'missing')], environment: {}, filter: null, group: null }, 1000),
    ).rejects.toThrow('ENOENT');
  });

  it('is asked again and again to stop, because the first time may come too early', async () => {
    const worker = await start(
      "let asked = 0; process.send({ ready: true }); process.on('message', (m) => { if ('interrupt' in m && ++asked === 3) process.send({ id: m.interrupt, rss: 1, failure: { code: 'interrupted', message: 'x' } }); });",
    );
    await expect(
      supervise(worker, 'x', { timeoutMs: 10, giveWay: NEVER, graceMs: 10_000, signal: new AbortController().signal }),
    ).rejects.toMatchObject({ reason: 'timeout' });
    expect(worker.isAlive).toBe(true);
  });

  it('that answers in the moment it is stopped has answered', async () => {
    const worker = await start(
      "process.send({ ready: true }); process.on('message', (m) => { if ('interrupt' in m) process.send({ id: m.interrupt, rss: 1, answer: 'done' }); });",
    );
    expect(
      await supervise(worker, 'x', {
        timeoutMs: 10,
        giveWay: NEVER,
        graceMs: 10_000,
        signal: new AbortController().signal,
      }),
    ).toBe('done');
  });
});
