import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unseenOf } from './circumstances';

describe('a second run whose clock could not be shifted', () => {
  const host = readFileSync(join(__dirname, '../../../../python/svc_host/__main__.py'), 'utf8');
  const said = /print\(f"(svc: [^{"]*)/.exec(host)?.[1] ?? 'nothing';

  it('has what it does not show attested', () => {
    expect(unseenOf(`${said}no clock functions are written for aarch64\n`)).toContain('Both had the same clock');
  });

  it('is not made up by code that prints the same later', () => {
    expect(unseenOf(`hello\n${said}`)).toBe('');
    expect(unseenOf('')).toBe('');
  });
});
