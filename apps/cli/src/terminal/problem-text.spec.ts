import { createColors } from 'picocolors';
import { problemText } from './problem-text';

const problem = {
  type: 'urn:svc:problem:in-use',
  title: 'Something else depends on this',
  status: 409,
  code: 'in-use',
  detail: '"flights" is an input of departures, destinations, older_aircraft. Change or delete those first.',
};
const shown = (detail: string, width: number | null): string =>
  problemText({ ...problem, detail }, null, createColors(false), width);

describe('a refusal', () => {
  it('is broken between words on a screen, and not in a pipe', () => {
    expect(shown(problem.detail, 80)).toBe(
      'error Something else depends on this\n  "flights" is an input of departures, destinations, older_aircraft. Change or\n  delete those first.\n',
    );
    expect(shown(problem.detail, null)).toContain(`  ${problem.detail}\n`);
  });

  it('says its title once, also where the detail begins with it', () => {
    expect(shown(`${problem.title}: departures.`, null)).toBe('error Something else depends on this\n  departures.\n');
  });

  it('keeps the lines that it has: a caret stands below what it points to', () => {
    expect(shown('Binder Error\n\nLINE 1: select carier\n               ^', 80)).toContain(
      '  Binder Error\n\nLINE 1: select carier\n               ^\n',
    );
  });
});
