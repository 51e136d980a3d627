import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { type Model, type ModelDefinition, type Principal, ProblemError, type SaidAccess } from '@svc/contracts';
import { admitChange, admitPut, asSeen, type Clock, CLOCK, noSuchObject, requireText } from '@svc/platform';
import { etagOf, presentModel, type StoredModel } from './model';
import { MODEL_STORE, type ModelChange, type ModelStore } from './model.ports';
import { decide, EMPTY_REGISTRY, type RegistryAct, type RegistryRefusal } from './registry-rules';
import { noSuchVersion } from './version/no-such-version';

export interface PutModel {
  readonly name: string;
  readonly definition: ModelDefinition;
  readonly ifMatch: string | undefined;
  readonly said: SaidAccess | undefined;
}

/** Changes by people: what a model says of itself, its aliases, and deleting it or a version. */
@Injectable()
export class ChangeModel {
  constructor(
    @Inject(MODEL_STORE) private readonly models: ModelStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Registers a model, or replaces its description and tags; the same again changes nothing. */
  async put({ name, definition, ifMatch, said }: PutModel, who: Principal): Promise<Model> {
    requireText(`Model "${name}"`, definition);
    requireOwnTags(definition);
    const at = this.clock.now();
    const request = { what: 'model', name, who, ifMatch, said };
    const changed = await this.models.change(name, (there, past) => {
      const { before, access, version } = admitPut(request, there, past, etagOf);
      const registry = before?.registry ?? { ...EMPTY_REGISTRY, lastNumber: version - 1 };
      const same = before !== null && isDeepStrictEqual(before.definition, definition);
      const { createdAt = at, updatedAt = at } = before ?? {};
      const change: ModelChange = { name, definition, access, registry, events: [], by: who.id, at };
      return { ...change, createdAt, at: same ? updatedAt : at };
    });
    return presentModel({ ...changed.access, ...changed, updatedAt: changed.at });
  }

  /** Moves an alias, if it is where the caller says that it is. */
  promote(
    name: string,
    { version, alias, from }: { version: number; alias: string; from?: number | null | undefined },
    who: Principal,
  ): Promise<Model> {
    return this.act(name, who, (there) => {
      const now = there.registry.aliases.get(alias) ?? null;
      if (from !== undefined && from !== now) throw movedMeanwhile(name, alias, now);
      return { kind: 'promote', alias, version };
    });
  }

  release(name: string, alias: string, who: Principal): Promise<Model> {
    return this.act(name, who, () => ({ kind: 'release', alias }));
  }

  async deleteVersion(name: string, version: number, who: Principal): Promise<{ deleted: true }> {
    await this.act(name, who, () => ({ kind: 'delete-version', version }));
    return { deleted: true };
  }

  async delete(name: string, ifMatch: string | undefined, who: Principal): Promise<{ deleted: true }> {
    await this.models.change(name, (there) => {
      const before = admitChange({ what: 'model', name, who, ifMatch }, there, etagOf);
      return { ...this.after(before, { kind: 'delete-model' }, who), deleted: true as const };
    });
    return { deleted: true };
  }

  private async act(name: string, who: Principal, actOn: (there: StoredModel) => RegistryAct): Promise<Model> {
    const changed = await this.models.change(name, (there) => {
      const before = asSeen(there, who);
      if (before === null) throw noSuchObject('model', name);
      return { ...this.after(before, actOn(before), who), createdAt: before.createdAt };
    });
    return presentModel({ ...changed.access, ...changed, updatedAt: changed.at });
  }

  private after(before: StoredModel, act: RegistryAct, who: Principal): ModelChange {
    const { name, definition, owner, visibility, groups, registry } = before;
    const outcome = decide(registry, act);
    if ('refused' in outcome) throw refusal(name, outcome);
    const unchanged = outcome.after === registry;
    return {
      name,
      definition,
      access: { owner, visibility, groups },
      registry: outcome.after,
      events: outcome.events,
      by: who.id,
      at: unchanged ? before.updatedAt : this.clock.now(),
    };
  }
}

function requireOwnTags({ tags }: ModelDefinition): void {
  const taken = Object.keys(tags).filter((it) => it.startsWith('svc.'));
  if (taken.length === 0) return;
  throw new ProblemError(
    'invalid-request',
    `Tags that begin with "svc." are set by the service: ${taken.join(', ')}.`,
    {
      errors: taken.map((it) => ({
        pointer: `/body/tags/${it.replaceAll('/', '~1')}`,
        message: 'is set by the service',
      })),
    },
  );
}

function movedMeanwhile(name: string, alias: string, now: number | null): ProblemError {
  return new ProblemError(
    'precondition-failed',
    `"${alias}" of "${name}" is ${now === null ? 'at no version' : `at version ${now}`} now. Read the model again and decide.`,
    { data: { version: now } },
  );
}

/** A refusal of the rules, for people. */
function refusal(name: string, refused: RegistryRefusal): ProblemError {
  const { version } = refused;
  if (refused.refused === 'no-such-version') return noSuchVersion(name, version);
  const { aliases } = refused;
  return new ProblemError(
    'in-use',
    `Version ${version} of "${name}" is ${aliases.join(' and ')}. Promote another version or take the alias away first.`,
    { data: { aliases: [...aliases] } },
  );
}
