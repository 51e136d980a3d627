import { readFileSync } from 'node:fs';
import { writeLog } from './sample-log';
import { scratchDirectory } from './scratch-directory';
import { listSegments } from '../src/log/segment/segment';

/** A signed log in some segments, and its files as text. */
export async function sampleLog(
  count = 14,
  segmentBytes = 1500,
  batch = 4,
): Promise<{ directory: string; files: Map<string, string> }> {
  const directory = scratchDirectory();
  await writeLog(directory, count, segmentBytes, batch);
  const segments = await listSegments(directory);
  return { directory, files: new Map(segments.map(({ path }) => [path, readFileSync(path, 'utf8')])) };
}
