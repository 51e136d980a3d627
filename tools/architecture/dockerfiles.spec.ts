import { dirname } from 'node:path';
import { projectFiles, textOf } from './project-files';

const files = projectFiles().filter((path) => /^apps\/[^/]+\/Dockerfile$/.test(path));
const apps = projectFiles().filter((path) => /^apps\/(gateway|[^/]+-service)\/package\.json$/.test(path));

/** A Dockerfile with its own app's name taken out, and what the runtime of that app alone needs. */
function common(file: string): string {
  return textOf(file)
    .replaceAll(dirname(file).replace('apps/', ''), 'APP')
    .replace(/(\nLABEL .*\n)[^]*?(?=\nENV NODE_ENV)/, '$1');
}

describe('Dockerfiles', () => {
  it('are there for every service', () => {
    expect(files.map(dirname)).toEqual(apps.map(dirname));
  });

  it('differ in their app and in what its runtime needs only', () => {
    const [first, ...others] = files.map((file) => common(file).replace(/\n+/g, '\n'));
    for (const other of others) expect(other).toBe(first);
  });

  it('make images that run as an ordinary user and answer a health check', () => {
    for (const file of files) expect(textOf(file)).toMatch(/\nUSER node\n[^]*\nHEALTHCHECK /);
  });
});
