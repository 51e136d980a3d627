import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { CompiledLibrary } from '../../../test/compiled-library';
import { idOf, logKey, openLog, entry } from '../../../test/sample-log';
import { scratchDirectory } from '../../../test/scratch-directory';
import { verifyLog } from '../../verify/verify-log';
import { readRecords } from '../read-records';

let library: CompiledLibrary;

beforeAll(() => {
  library = CompiledLibrary.create();
});

afterAll(() => library.remove());

/** A writer in a process of its own, and what it told of itself. */
class WriterProcess {
  readonly acknowledged = new Set<number>();
  readonly refusals: string[] = [];
  readonly opened: Promise<unknown>;
  readonly ended: Promise<unknown>;

  constructor(private readonly child: ChildProcessWithoutNullStreams) {
    const lines = createInterface({ input: child.stdout });
    this.opened = once(lines, 'line');
    lines.on('line', (line) => {
      if (line.startsWith('refused ')) this.refusals.push(line.slice('refused '.length));
      else if (line !== 'opened') this.acknowledged.add(Number(line));
    });
    // 'close' of the line reader comes after the last line: everything it ever said has been heard.
    this.ended = Promise.all([once(lines, 'close'), once(child, 'exit')]);
  }

  static start(directory: string, from: number, clients = 8): WriterProcess {
    return new WriterProcess(
      spawn(process.execPath, [library.child('write-log'), directory, String(from), String(clients)]),
    );
  }

  /** Waits until so many entries in all are acknowledged, or the process has ended. */
  async reaches(count: number): Promise<void> {
    while (this.acknowledged.size < count && this.child.exitCode === null)
      await Promise.race([once(this.child.stdout, 'data'), this.ended]);
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }
}

/** Requires that each acknowledged entry is in the log once, no entry twice, and that the log verifies. */
async function requireNothingLost(directory: string, acknowledged: ReadonlySet<number>): Promise<void> {
  const seen = new Map<string, number>();
  for await (const { id } of readRecords(directory)) seen.set(id, (seen.get(id) ?? 0) + 1);
  expect([...acknowledged].filter((number) => !seen.has(idOf(number)))).toEqual([]);
  expect([...seen].filter(([, times]) => times > 1)).toEqual([]);
  expect(await verifyLog(directory, { logKey })).toMatchObject({ outcome: 'intact' });
}

/** A small generator, so that a failing run can be run again. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
}

describe('a writer that is killed', () => {
  it('at random moments loses nothing acknowledged, writes nothing twice and leaves a log that verifies', async () => {
    const directory = scratchDirectory();
    const random = seeded(20260301);
    const acknowledged = new Set<number>();
    for (let round = 0; round < 8; round += 1) {
      // Each begins a little before the first entry that is not acknowledged: retries of what may have been written.
      const writer = WriterProcess.start(directory, Math.max(0, acknowledged.size - 20), 1 + Math.floor(random() * 16));
      await writer.reaches(1 + Math.floor(random() * 300));
      writer.signal('SIGKILL');
      await writer.ended;
      expect(writer.refusals).toEqual([]);
      for (const number of writer.acknowledged) acknowledged.add(number);
    }
    const last = await openLog(directory);
    await last.append([entry(1_000_000)]);
    await last.close();
    await requireNothingLost(directory, acknowledged.add(1_000_000));
    expect(acknowledged.size).toBeGreaterThan(300);
  });
});

describe('a leader that is followed by another', () => {
  it('while it writes at full speed is refused, and what it acknowledged stays', async () => {
    const directory = scratchDirectory();
    const acknowledged = new Set<number>();
    let leader = WriterProcess.start(directory, 0);
    for (let round = 1; round <= 4; round += 1) {
      await leader.reaches(100);
      const next = WriterProcess.start(directory, round * 100_000);
      await next.opened;
      await leader.ended;
      expect(new Set(leader.refusals)).toEqual(new Set(['fenced']));
      for (const number of leader.acknowledged) acknowledged.add(number);
      leader = next;
    }
    leader.signal('SIGKILL');
    await leader.ended;
    for (const number of leader.acknowledged) acknowledged.add(number);
    await (await openLog(directory)).close();
    await requireNothingLost(directory, acknowledged);
  });

  it('while it is frozen in the middle of writing is refused when it wakes up', async () => {
    const directory = scratchDirectory();
    const frozen = WriterProcess.start(directory, 0);
    await frozen.reaches(50);
    frozen.signal('SIGSTOP');
    const next = WriterProcess.start(directory, 100_000);
    await next.reaches(50);
    frozen.signal('SIGCONT');
    await frozen.ended;
    expect(new Set(frozen.refusals)).toEqual(new Set(['fenced']));
    next.signal('SIGKILL');
    await next.ended;
    await (await openLog(directory)).close();
    await requireNothingLost(directory, new Set([...frozen.acknowledged, ...next.acknowledged]));
  });
});

describe('a disk that takes no more', () => {
  it('in the middle of a write costs the batch and nothing else', async () => {
    const directory = scratchDirectory();
    // A limit on the size of files stops a write half-way, as a full disk does; segments would be larger.
    const limited = `trap '' XFSZ; ulimit -f 30; exec "$0" "$@"`;
    const writer = new WriterProcess(
      spawn('bash', ['-c', limited, process.execPath, library.child('write-log'), directory, '0', '8']),
    );
    await writer.ended;
    expect(new Set(writer.refusals)).toEqual(new Set(['not-written']));
    await requireNothingLost(directory, writer.acknowledged);
    const again = await openLog(directory);
    const answers = await again.append(Array.from({ length: 200 }, (_, number) => entry(number)));
    for (const { id, duplicate } of answers) {
      const wasAcknowledged = [...writer.acknowledged].some((number) => idOf(number) === id);
      if (wasAcknowledged) expect(duplicate).toBe(true);
    }
    await again.close();
    await requireNothingLost(
      directory,
      new Set([...writer.acknowledged, ...Array.from({ length: 200 }, (_, number) => number)]),
    );
  });
});
