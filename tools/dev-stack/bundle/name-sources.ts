import { readFileSync } from 'node:fs';
import type { BundleFiles } from './bundle-files';
import { sourceLineIn } from './source-line';

/** V8 writes it as a line of a trace. */
interface Frame extends NodeJS.CallSite {
  toString(): string;
}

/**
 * From now on stack traces name the sources of this bundle. Node's own source maps would hold a hundred megabytes from the
 * first error on, and do nothing for scripts that a program compiles itself.
 */
export function nameSources(files: BundleFiles): void {
  let sources: readonly string[] | undefined;
  const named = (site: Frame): string => {
    const text = site.toString();
    const line = site.getLineNumber();
    if (site.getFileName() !== files.code || line === null) return text;
    try {
      sources ??= readFileSync(files.sources, 'utf8').split('\n');
      const source = sourceLineIn(files.lines, sources, line);
      const place = `${files.code}:${String(line)}:${String(site.getColumnNumber())}`;
      return source === null ? text : text.replace(place, `${source.file}:${String(source.line)}`);
    } catch {
      return text; // The bundle is gone.
    }
  };
  Error.prepareStackTrace = (error, sites: readonly Frame[]) =>
    [Error.prototype.toString.call(error), ...sites.map((site) => `    at ${named(site)}`)].join('\n');
}
