import { type BrokenFile, type Client, type describeDerivations, type ResponseOf } from '@svc/contracts';
import { exitCodeOf } from '../exit-code';
import type { ApplyReport } from './apply-report';

/** A project's own files by path. */
export type Sources = Readonly<Record<string, string>>;

/** What the importable files declare, and those files. */
export type DescribedSources = ResponseOf<typeof describeDerivations> & { readonly files: Sources };

/** Asks the service what a project declares. Files that cannot be imported are reported with their line and left out. */
export async function describeSources(
  client: Client,
  sources: Sources,
  report: ApplyReport,
): Promise<DescribedSources> {
  const described = await client.describeDerivations({ body: { files: { ...sources } } });
  const left = new Set(described.broken.map((it) => it.file));
  for (const it of described.broken) {
    const detail = `${placeOf(it)}: ${headlineOf(it)}`;
    report.add({ kind: 'derivation', name: it.file, change: 'refused', detail }, exitCodeOf('invalid-source'));
  }
  const files = Object.fromEntries(Object.entries(sources).filter(([file]) => !left.has(file)));
  return { ...described, files };
}

/** The last line of a multi-line message, such as Python's for a syntax error: what is wrong. */
function headlineOf({ message }: BrokenFile): string {
  return message.trim().split('\n').at(-1)?.trim() ?? message;
}

function placeOf({ file, line }: BrokenFile): string {
  return line === null ? file : `${file}:${String(line)}`;
}
