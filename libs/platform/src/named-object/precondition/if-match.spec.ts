import { requireAbsent, requireMatch } from './if-match';

const what = 'Metric "delay"';

describe('If-Match', () => {
  it('is needed to change an object that exists', () => {
    expect(() => requireMatch(what, 'sha256:a', undefined)).toThrow(
      expect.objectContaining({ code: 'precondition-required' }),
    );
  });

  it('accepts the current tag, and * for whatever there is', () => {
    for (const tag of ['sha256:a', '*']) expect(() => requireMatch(what, 'sha256:a', tag)).not.toThrow();
  });

  it('refuses every other tag, and tells the current one', () => {
    for (const tag of ['sha256:b', '', 'sha256:a, sha256:b', '"sha256:a"'])
      expect(() => requireMatch(what, 'sha256:a', tag)).toThrow(
        expect.objectContaining({ code: 'precondition-failed', facts: { data: { etag: 'sha256:a' } } }),
      );
  });

  it('expects an object to exist, * included', () => {
    expect(() => requireAbsent(what, undefined)).not.toThrow();
    for (const tag of ['sha256:a', '*'])
      expect(() => requireAbsent(what, tag)).toThrow(expect.objectContaining({ code: 'precondition-failed' }));
  });
});
