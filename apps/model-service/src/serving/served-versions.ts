import { Injectable } from '@nestjs/common';
import { CHAMPION, type Principal, ProblemError } from '@svc/contracts';
import { LRUCache } from 'lru-cache';
import { ReadModels } from '../model/read-models';
import { MAY_FEED } from './payload/column-kinds';
import type { FlatScorer } from '../scorer/flat/flat-scorer';
import { Scorers } from '../scorer/scorers';
import type { SignedColumn } from './payload/typed-cell';

const MAX_KEPT = 1_000;

/** A version, with all that a prediction needs. */
export interface ServedVersion {
  readonly columns: readonly SignedColumn[];
  /** Places of the scorer's inputs among the columns. */
  readonly inputs: readonly number[];
  readonly scorer: FlatScorer;
}

/** Which version a caller means. */
export interface ResolvedVersion {
  readonly owner: string;
  readonly version: number;
}

/** From a name to what answers: the name is looked up for each request, what it stands for never changes. */
@Injectable()
export class ServedVersions {
  private readonly kept = new LRUCache<string, Omit<ServedVersion, 'scorer'> & { readonly archive: string }>({
    max: MAX_KEPT,
  });

  constructor(
    private readonly models: ReadModels,
    private readonly scorers: Scorers,
  ) {}

  async resolve(name: string, asked: string | undefined, who: Principal): Promise<ResolvedVersion> {
    const found = await this.models.resolve(name, asked ?? CHAMPION, who);
    if (found?.version != null) return { owner: found.owner, version: found.version };
    if (asked !== undefined) {
      // Says which of the two does not exist, and what was probably meant.
      await this.models.findVersion(name, asked, who);
      throw new ProblemError('conflict', `The versions of "${name}" have just changed. Try again.`);
    }
    const { registry } = await this.models.find(name, who);
    throw withoutChampion(name, registry.versions);
  }

  /** Refuses with `not-servable` a version that has no path. */
  async load(name: string, version: number, who: Principal): Promise<ServedVersion> {
    const key = `${name}@${version}`;
    const known = this.kept.get(key) ?? (await this.read(name, version, who));
    this.kept.set(key, known);
    return { columns: known.columns, inputs: known.inputs, scorer: await this.scorers.load(known.archive) };
  }

  private async read(name: string, version: number, who: Principal) {
    const { stored } = await this.models.findVersion(name, String(version), who);
    const { serving, signature, archive } = stored.content;
    if (serving.path === 'none') throw notServable(name, version, serving.reason ?? 'it has no path');
    const columns = signature.inputs.map((it) => ({ name: it.name, type: it.type, required: it.required }));
    const scorer = await this.scorers.load(archive.object);
    const inputs = scorer.inputs.map(({ name: input }) => columns.findIndex((it) => it.name === input));
    const odd = scorer.inputs.find(({ kind }, i) => !MAY_FEED[kind].includes(columns[inputs[i] ?? -1]?.type ?? ''));
    if (odd !== undefined) throw notServable(name, version, `its signature does not describe its column "${odd.name}"`);
    return { columns, inputs, archive: archive.object };
  }
}

function withoutChampion(name: string, versions: ReadonlySet<number>): ProblemError {
  const newest = versions.size === 0 ? null : Math.max(...versions);
  const next =
    newest === null
      ? 'It has no version either; train one.'
      : `Its newest version is ${newest}: ask for it by "version", or promote it with "svc model promote ${name} ${newest}".`;
  return new ProblemError('no-champion', `Model "${name}" has no champion. ${next}`, { data: { newest } });
}

function notServable(name: string, version: number, reason: string): ProblemError {
  return new ProblemError(
    'not-servable',
    `Version ${version} of "${name}" cannot be served: ${reason}. Ask for or promote a version whose path is "flat".`,
    { data: { version, reason } },
  );
}
