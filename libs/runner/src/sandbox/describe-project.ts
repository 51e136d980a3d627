import { createHash } from 'node:crypto';
import type { Manifest } from '@svc/contracts';
import { failed, type Failure, reportedFailure, stoppedFailure, traceOf } from './failure';
import { BadFrame } from '../host/frame-reader';
import type { CodeFrame, HostFrame, HostManifest } from '../host/frames';
import type { DescribeOutcome, SourceProblem } from './run-outcome';
import type { Host, Runner } from '../runner';
import type { DescribeRequest, ProjectFiles } from './sandbox';

type Answer =
  | Failure
  | { readonly outcome: 'refused'; readonly problems: readonly SourceProblem[] }
  | {
      readonly outcome: 'described';
      readonly manifests: readonly Manifest[];
      readonly sources: Readonly<Record<string, string>>;
    };

/**
 * Imports the files in the sandbox and answers what they declare. The identity of the code is taken from the one frame
 * that comes before any author's code has run, so no author's code can claim another identity than its own.
 */
export async function describeProject(
  runner: Runner,
  { files, limits: wanted, signal }: DescribeRequest,
): Promise<DescribeOutcome> {
  const limits = { ...runner.limits, ...wanted };
  let code: CodeFrame | null = null;
  let answer: Answer | null = null;
  const onFrame = (frame: HostFrame, host: Host): void => {
    if (frame.type === 'code' && code === null) {
      code = frame;
      return;
    }
    if (code === null) throw new BadFrame(`${frame.type} came before code`);
    answer = answerOf(frame, code, files);
    host.stop({ kind: 'finished' });
  };
  const order = { type: 'describe', files } as const;
  const ending = await runner.execute({ order, mounts: [], limits, output: null, signal, onFrame });
  const stopped = stoppedFailure(ending, limits);
  return { ...(stopped ?? answer ?? failed('killed', 'It ended without an answer.')), ...traceOf(ending) };
}

function answerOf(frame: HostFrame, code: CodeFrame, files: ProjectFiles): Answer {
  switch (frame.type) {
    case 'manifests':
      return described(frame.manifests, code, files);
    case 'problems':
      return { outcome: 'refused', problems: frame.problems };
    case 'failure':
      return reportedFailure(frame);
    default:
      throw new BadFrame(`${frame.type} answers no description`);
  }
}

function described(declared: readonly HostManifest[], code: CodeFrame, files: ProjectFiles): Answer {
  const identities = new Map(code.functions.map((it) => [JSON.stringify([it.file, it.function]), it]));
  const manifests: Manifest[] = [];
  const sources: Record<string, string> = {};
  for (const manifest of [...declared].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const text = files[manifest.file];
    if (text === undefined)
      throw new BadFrame(`a manifest names the file ${manifest.file}, which is not in the project`);
    if (Object.hasOwn(sources, manifest.name)) throw new BadFrame(`two manifests are named ${manifest.name}`);
    const identity = identities.get(JSON.stringify([manifest.file, manifest.function]));
    manifests.push({ ...manifest, code_hash: identity?.code_hash ?? code.project_hash, source_hash: sha256(text) });
    sources[manifest.name] = identity ? lines(text, identity.first_line, identity.last_line) : text;
  }
  return { outcome: 'described', manifests, sources };
}

function lines(text: string, first: number, last: number): string {
  return `${text
    .split(/\r\n|\r|\n/)
    .slice(first - 1, last)
    .join('\n')}\n`;
}

function sha256(text: string): string {
  return `sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`;
}
