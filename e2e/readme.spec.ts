import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stateDir } from './stack';

/** What differs from one machine or run to the next; everything else in the transcript must be true to the letter. */
function normalised(text: string): string {
  return (
    text
      .replaceAll(/sha256:[0-9a-f]{64}/g, 'sha256:…')
      .replaceAll(/svc_pat_\w+…?/g, 'svc_pat_…')
      .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:7400')
      .replaceAll(
        /(?:[^\s()]*\/)?(certificates\/departures\.json|certificate\.key\.pub|secrets\/admin-token)/g,
        '.svc/$1',
      )
      // Long paths and tokens are wrapped where they no longer fit.
      .replaceAll(/\s+/g, ' ')
      .trim()
  );
}

describe('the README', () => {
  const readme = readFileSync(path.resolve(__dirname, '..', 'README.md'), 'utf8');

  it('shows what ./svc up prints, to the letter', () => {
    const shown =
      /<!-- transcript of \.\/svc up -->\n```text\n([\s\S]*?)```/.exec(readme)?.[1] ?? 'there is no transcript';
    const printed = readFileSync(path.join(stateDir, 'up.txt'), 'utf8');
    expect(normalised(shown)).toBe(normalised(printed));
  });
});
