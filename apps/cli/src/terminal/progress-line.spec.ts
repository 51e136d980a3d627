import { createColors } from 'picocolors';
import { ProgressLine } from './progress-line';

/** A line whose clock stands until it is moved, and what it printed. */
function lineOn(live: boolean) {
  const printed: string[] = [];
  const clock = { now: 0 };
  const terminal = { live, width: 80, errColors: createColors(false), err: (text: string) => void printed.push(text) };
  return { line: new ProgressLine(terminal, () => clock.now), printed, clock };
}

describe('progress', () => {
  it('without a terminal prints few lines, however often it changes', () => {
    const { line, printed, clock } = lineOn(false);
    for (let kilobyte = 0; kilobyte < 10_000; kilobyte += 1) {
      clock.now += 10;
      line.say(`Sending flights.csv: ${kilobyte} kB`);
    }
    line.stop();
    expect(printed).toHaveLength(20);
    expect(printed[0]).toBe('Sending flights.csv: 0 kB\n');
  });

  it('without a terminal is not repeated while nothing changes', () => {
    const { line, printed, clock } = lineOn(false);
    for (let times = 0; times < 10; times += 1) {
      clock.now += 10_000;
      line.say('departures: asking the oracle');
    }
    line.stop();
    expect(printed).toEqual(['departures: asking the oracle\n']);
  });

  it('on a terminal is one line, drawn over', () => {
    const { line, printed } = lineOn(true);
    line.say('one');
    line.say(() => 'two');
    line.stop();
    expect(printed.join('')).toMatch(/^\r\u001b\[2K. one\r\u001b\[2K. two\r\u001b\[2K$/);
  });
});
