import { type Client, type describeDerivations, ProblemError, type ResponseOf } from '@svc/contracts';
import { z } from 'zod';
import { exitCodeOf } from '../exit-code';
import type { ApplyReport } from './apply-report';

/** A project's own files by path. */
export type Sources = Readonly<Record<string, string>>;

/** What the importable files declare, and those files. */
export type DescribedSources = ResponseOf<typeof describeDerivations> & { readonly files: Sources };

const sourceProblem = z.object({
  file: z.string().nullable(),
  line: z.int().nullable(),
  message: z.string(),
  /** Of an import error; null for contradicting declarations. */
  traceback: z.string().nullable(),
});
type SourceProblem = z.infer<typeof sourceProblem>;
type BrokenFile = SourceProblem & { readonly file: string };

/**
 * Asks the service what a project declares. A file that cannot be imported is reported with its line and left out, and the others are
 * described without it; those that import it are reported in turn. Every other refusal is thrown.
 */
export async function describeSources(
  client: Client,
  sources: Sources,
  report: ApplyReport,
): Promise<DescribedSources> {
  const files = { ...sources };
  const left: string[] = [];
  for (;;) {
    try {
      return { ...(await client.describeDerivations({ body: { files } })), files };
    } catch (error) {
      const broken = brokenFiles(error, files);
      if (!(error instanceof ProblemError) || broken.size === 0) throw error;
      const cause = left.length === 0 ? '' : ` (${left.join(', ')} cannot be imported)`;
      for (const [file, problem] of broken) {
        const detail = `${placeOf(problem)}: ${headlineOf(problem)}${cause}`;
        report.add({ kind: 'derivation', name: file, change: 'refused', detail }, exitCodeOf(error.code));
        delete files[file];
        left.push(file);
      }
    }
  }
}

/** The files that raised an error when they were imported, each with its first; none for any other failure. */
function brokenFiles(error: unknown, files: Sources): ReadonlyMap<string, SourceProblem> {
  if (!(error instanceof ProblemError) || error.code !== 'invalid-source') return new Map();
  const parsed = z.array(sourceProblem).safeParse(error.facts.data?.['problems']);
  const problems = parsed.success ? parsed.data : [];
  const broken = problems.filter(
    (it): it is BrokenFile => it.file !== null && it.traceback !== null && Object.hasOwn(files, it.file),
  );
  return broken.length < problems.length ? new Map() : new Map(broken.toReversed().map((it) => [it.file, it]));
}

/** The last line of a multi-line message, such as Python's for a syntax error: what is wrong. */
function headlineOf({ message }: SourceProblem): string {
  return message.trim().split('\n').at(-1)?.trim() ?? message;
}

function placeOf({ file, line }: SourceProblem): string {
  return line === null ? (file ?? '') : `${file ?? ''}:${line}`;
}
