import { createLogger } from './create-logger';
import { LogLines, type WriteText } from './log-lines';

/** A file on a disk that has room for so many bytes, as writeSync meets it. */
class SmallDisk {
  text = '';

  constructor(public room: number) {}

  readonly write: WriteText = (_descriptor, text) => {
    if (this.room === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const taken = Buffer.from(text).subarray(0, this.room);
    this.room -= taken.length;
    this.text += taken.toString();
    return taken.length;
  };
}

describe('the lines of a log', () => {
  it('are dropped and counted while the disk is full, and written again when it is not', () => {
    const disk = new SmallDisk(0);
    const lines = new LogLines(1, disk.write);
    const logger = createLogger({ service: 'metrics', level: 'info', destination: lines });
    for (let n = 0; n < 3; n += 1) logger.info('lost');
    disk.room = 1_000;
    logger.info('kept');
    expect(lines.dropped).toBe(3);
    expect(JSON.parse(disk.text)).toMatchObject({ msg: 'kept' });
  });

  it('begin a line of their own after one that the disk took half of', () => {
    const disk = new SmallDisk(5);
    const lines = new LogLines(1, disk.write);
    lines.write('0123456789\n');
    disk.room = 100;
    lines.write('whole\n');
    expect(disk.text).toBe('01234\nwhole\n');
    expect(lines.dropped).toBe(1);
  });

  it('wait, up to a limit, for a reader that is slow', () => {
    jest.useFakeTimers();
    let full = true;
    const written: string[] = [];
    const lines = new LogLines(1, (_descriptor, text) => {
      if (full) throw Object.assign(new Error('try again'), { code: 'EAGAIN' });
      written.push(text);
      return Buffer.byteLength(text);
    });
    lines.write('first\n');
    lines.write(`${'x'.repeat(2 * 1024 * 1024)}\n`);
    full = false;
    lines.write('second\n');
    jest.runAllTimers();
    jest.useRealTimers();
    expect(written).toEqual(['first\n', 'second\n']);
    expect(lines.dropped).toBe(1);
  });
});
