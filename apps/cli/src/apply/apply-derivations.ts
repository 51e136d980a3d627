import { isDeepStrictEqual } from 'node:util';
import {
  type Client,
  type Derivation,
  firstAccessQuery,
  type Manifest,
  parseSource,
  type Problem,
  ProblemError,
  type RunResult,
  type SaidAccess,
} from '@svc/contracts';
import { EXIT, exitCodeOf } from '../exit-code';
import { followRun } from '../derivation/follow-run';
import type { ProgressLine } from '../terminal/progress-line';
import { type Applied, type ApplyReport, concernsOne } from './apply-report';
import { declarationPlace } from './declaration-place';
import { dependencyOrder } from './dependency-order';
import { describeSources, type DescribedSources } from './describe-sources';
import { ifExists } from '../command/if-exists';

export interface DerivationOptions {
  /** Also runs what has not changed. */
  readonly force: boolean;
  readonly requireSound: boolean;
  /** The visibility of new ones. */
  readonly said: SaidAccess;
}

/** Defines and runs the derivations that the files in `folder` declare, each after its inputs. */
export async function applyDerivations(
  client: Client,
  files: Readonly<Record<string, string>>,
  folder: string,
  options: DerivationOptions,
  report: ApplyReport,
  line: ProgressLine,
): Promise<void> {
  if (!Object.keys(files).some((it) => it.startsWith(`${folder}/`) && it.endsWith('.py'))) return;
  report.say('Reading the derivations in the sandbox');
  await report.attempt('derivation', `${folder}/`, async () => {
    const described = await describeSources(client, files, report);
    await applyDescribed(client, { folder, ...described }, options, report, line);
  });
}

async function applyDescribed(
  client: Client,
  { folder, files, manifests, refused }: DescribedSources & { readonly folder: string },
  options: DerivationOptions,
  report: ApplyReport,
  line: ProgressLine,
): Promise<void> {
  const own = manifests.filter((it) => it.file.startsWith(`${folder}/`));
  for (const manifest of dependencyOrder(own, (it) => it.name, derivationInputs)) {
    await report.attempt('derivation', manifest.name, async () => {
      const problem = refused[manifest.name];
      if (problem !== undefined) throw located(problem, manifest, files);
      const change = await define(client, manifest, files, options.said, report);
      try {
        const result = await followRun(client, parseSource(manifest.name), { force: options.force }, line);
        report.add(...outcome(manifest.name, change, result, options));
      } catch (error) {
        // Registered it is all the same; a claim that is declared before its data exist stays so on purpose.
        if (change === 'unchanged' || !concernsOne(error)) throw error;
        const detail = `It is registered and did not run: ${error.detail}`;
        const item = { kind: 'derivation', name: manifest.name, change, detail, problem: error.toProblem() } as const;
        report.add(item, exitCodeOf(error.code));
      }
    });
  }
}

/** The refusal of a claim or contract, with its position in the author's file. */
function located(problem: Problem, manifest: Manifest, files: Readonly<Record<string, string>>): ProblemError {
  const { code, detail, facts } = ProblemError.fromProblem(problem);
  return new ProblemError(code, `${declarationPlace(manifest, files[manifest.file] ?? '')}: ${detail}`, facts);
}

function derivationInputs(manifest: Manifest): readonly string[] {
  return Object.values(manifest.inputs)
    .filter((it) => it.kind === 'derivation')
    .map((it) => parseSource(it.ref).derivation);
}

async function define(
  client: Client,
  manifest: Manifest,
  files: Readonly<Record<string, string>>,
  said: SaidAccess,
  report: ApplyReport,
): Promise<'created' | 'updated' | 'unchanged'> {
  const { name } = manifest;
  const before = await ifExists(client.getDerivation({ params: { name } }));
  if (before !== null && declaresTheSame(before, manifest)) return 'unchanged';
  report.say(`${name}: defining`);
  const after = await client.putDerivation({
    params: { name },
    body: { files: { ...files }, origin: 'repository' },
    ...(before === null ? { query: firstAccessQuery(said) } : { if_match: before.etag }),
  });
  return before === null ? 'created' : after.etag === before.etag ? 'unchanged' : 'updated';
}

/** The code hash covers the function and all project code it reaches; the decorator determines the rest. */
function declaresTheSame(derivation: Derivation, manifest: Manifest): boolean {
  const { function: _function, file: _file, ...declared } = manifest;
  return (
    derivation.origin === 'repository' &&
    Object.entries(declared).every(([key, value]) => isDeepStrictEqual(Reflect.get(derivation, key), value))
  );
}

function outcome(
  name: string,
  defined: 'created' | 'updated' | 'unchanged',
  result: RunResult,
  options: DerivationOptions,
): Parameters<ApplyReport['add']> {
  const { verdict, certified, certificate_digest } = result;
  const reason = verdict === 'sound' && !certified ? result.certification_reason : result.reason;
  const item = { kind: 'derivation', name, verdict, certificate_digest, detail: reason } as const;
  if (result.outcome === 'failed') return [{ ...item, change: 'failed' }, EXIT.failure];
  if (result.outcome === 'refused') return [{ ...item, change: 'refused' }, EXIT.refused];
  const change: Applied['change'] = defined === 'unchanged' && !result.unchanged ? 'updated' : defined;
  return [{ ...item, change }, options.requireSound && !certified ? EXIT.refused : EXIT.ok];
}
