import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tiedToParent } from '@svc/testing';
import type { ChildSpec } from './child-spec';
import { identify } from './process-identity';
import { pauseBefore } from './supervised-child';
import { Supervisor } from './supervisor';
import type { ChildStatus } from './stack-status';

describe('the supervisor', () => {
  let folder: string;
  let supervisor: Supervisor;
  let onChange: (children: readonly ChildStatus[]) => void = () => undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-supervisor-'));
    supervisor = new Supervisor(
      (children) => onChange(children),
      () => 1,
    );
  });
  afterEach(async () => {
    await supervisor.stop();
    rmSync(folder, { recursive: true });
  });

  function child(name: string, script: string, more: Partial<ChildSpec> = {}): ChildSpec {
    return {
      name,
      commandLine: tiedToParent({ program: 'sh', args: ['-c', script], deathSignal: 'SIGKILL' }),
      env: { PATH: '/usr/bin:/bin' },
      cwd: folder,
      address: `test://${name}`,
      logFile: join(folder, `${name}.log`),
      stopSignal: 'SIGTERM',
      stopWithinMs: 5_000,
      isReady: async () => true,
      ...more,
    };
  }

  function log(name: string): string {
    return readFileSync(join(folder, `${name}.log`), 'utf8');
  }

  /** Resolves with the children's status as soon as it satisfies the condition. */
  function until(condition: (children: readonly ChildStatus[]) => boolean): Promise<readonly ChildStatus[]> {
    return new Promise((resolve) => {
      onChange = (children) => {
        if (condition(children)) resolve(children);
      };
      onChange(supervisor.children);
    });
  }

  it('starts a killed child again, with another pid', async () => {
    await supervisor.start([child('server', 'exec sleep 1000')]);
    const pid = supervisor.children[0]?.pid ?? 0;
    process.kill(pid, 'SIGKILL');
    const [after] = await until(([it]) => it?.state === 'ready' && it.restarts === 1);
    expect(after?.pid).not.toBe(pid);
    expect(identify(after?.pid ?? 0)).not.toBeNull();
    expect(identify(pid)).toBeNull();
  });

  it('says that a child which was ready is not any more, and when it is again', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'Date', 'performance'] });
    let ready = true;
    const started = supervisor.start([child('server', 'exec sleep 1000', { isReady: async () => ready })]);
    await jest.advanceTimersByTimeAsync(1_000);
    await started;
    ready = false;
    await jest.advanceTimersByTimeAsync(5_000);
    expect(supervisor.children[0]?.state).toBe('unready');
    ready = true;
    await jest.advanceTimersByTimeAsync(5_000);
    jest.useRealTimers();
    expect(supervisor.children[0]?.state).toBe('ready');
  });

  it('starts a child whose log cannot be opened, without one', async () => {
    await supervisor.start([child('server', 'exec sleep 1000', { logFile: join(folder, 'no', 'such', 'folder') })]);
    expect(supervisor.children[0]?.state).toBe('ready');
  });

  it('lets a child that waits for its next start begin at once when told that there is room again', async () => {
    const patient = new Supervisor(
      (children) => onChange(children),
      () => 3_600_000,
    );
    let fails = true;
    const script = `test -e ${folder}/room && exec sleep 1000; exit 1`;
    void patient.start([child('server', script, { isReady: async () => !fails })]);
    await new Promise<void>((resolve) => {
      onChange = ([it]) => it?.state === 'restarting' && resolve();
      onChange(patient.children);
    });
    writeFileSync(join(folder, 'room'), '');
    fails = false;
    patient.hurry();
    await new Promise<void>((resolve) => {
      onChange = ([it]) => it?.state === 'ready' && resolve();
      onChange(patient.children);
    });
    await patient.stop();
  });

  it('says that a program which cannot be started is restarting', async () => {
    void supervisor.start([child('server', 'exit 1', { isReady: async () => false })]);
    const [status] = await until(([it]) => (it?.restarts ?? 0) >= 3);
    expect(status).toMatchObject({ name: 'server', address: 'test://server' });
  });

  it('leaves no process behind when it stops', async () => {
    await supervisor.start([child('a', 'exec sleep 1000'), child('b', 'exec sleep 1000')]);
    const pids = supervisor.children.map((it) => it.pid ?? 0);
    await supervisor.stop();
    expect(pids.map(identify)).toEqual([null, null]);
    expect(supervisor.children.map((it) => it.state)).toEqual(['stopped', 'stopped']);
  });

  it('kills a child that does not stop when asked', async () => {
    await supervisor.start([
      child('deaf', 'trap "" TERM; echo up; while :; do sleep 0.05; done', {
        stopWithinMs: 50,
        isReady: async () => log('deaf').includes('up'),
      }),
    ]);
    const pid = supervisor.children[0]?.pid ?? 0;
    await supervisor.stop();
    expect(identify(pid)).toBeNull();
  });

  it('stops what stands on others before them', async () => {
    const script = (name: string): string =>
      `trap 'echo ${name} >> ${folder}/order; exit' TERM; echo up; while :; do sleep 0.02; done`;
    await supervisor.start([
      child('postgres', script('postgres'), { isReady: async () => log('postgres').includes('up') }),
    ]);
    await supervisor.start([
      child('gateway', script('gateway'), { isReady: async () => log('gateway').includes('up') }),
    ]);
    await supervisor.stop();
    expect(readFileSync(join(folder, 'order'), 'utf8')).toBe('gateway\npostgres\n');
  });

  it('does not start a child again that it stopped', async () => {
    await supervisor.start([
      child('server', 'echo started; exec sleep 1000', { isReady: async () => log('server').includes('started') }),
    ]);
    await supervisor.stop();
    expect(log('server')).toBe('started\n');
  });
});

describe('the pause before a restart', () => {
  it('doubles from a quarter of a second to ten seconds', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 20].map(pauseBefore)).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  });
});
