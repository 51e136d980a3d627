import { Inject, Injectable } from '@nestjs/common';
import { CHAMPION, type Principal, type SaidAccess } from '@svc/contracts';
import { accessOfExisting, accessOfNew, asSeen, type Clock, CLOCK } from '@svc/platform';
import { Scorers } from '../scorer/scorers';
import { MODEL_STORE, type ModelChange, type ModelStore } from './model.ports';
import { decide, EMPTY_REGISTRY } from './registry-rules';
import type { VersionContent } from './version/version-content';

/** What a training hands over. */
export interface TrainedVersion {
  readonly name: string;
  readonly content: VersionContent;
  readonly job: string;
  /** Who is to see the model, when it is new. */
  readonly said: SaidAccess | undefined;
}

/** Registers what a training made: once for each training, however often it is asked. */
@Injectable()
export class RegisterVersion {
  constructor(
    @Inject(MODEL_STORE) private readonly models: ModelStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly scorers: Scorers,
  ) {}

  /** Refuses what `register` would refuse, before there is anything to register. */
  async admit(name: string, said: SaidAccess | undefined, who: Principal): Promise<void> {
    await this.models.change(name, (there, past) => {
      const registering = { what: `model "${name}"`, who, said };
      const before = asSeen(there, who);
      if (before === null) accessOfNew(name, there ?? past.access, registering);
      else accessOfExisting(before, registering);
      return null;
    });
  }

  /** Refuses with `conflict` when the name belongs to a model that `who` may not see. */
  async register(
    { name, content, job, said }: TrainedVersion,
    who: Principal,
  ): Promise<{ readonly version: number; readonly champion: boolean }> {
    const serving = await this.scorers.earn(content.archive.object);
    const change = await this.models.change(name, async (there, past): Promise<ModelChange | null> => {
      // Asked in the turn of the name: another try of the same training has committed or not begun.
      if ((await this.models.versionOfJob(job)) !== null) return null;
      const before = asSeen(there, who);
      const registering = { what: `model "${name}"`, who, said };
      const access = before ?? accessOfNew(name, there ?? past.access, registering);
      const registry = before?.registry ?? { ...EMPTY_REGISTRY, lastNumber: past.lastVersion };
      const outcome = decide(registry, { kind: 'trained', verdict: content.verdict });
      if ('refused' in outcome) throw new Error('a training cannot be refused');
      return {
        name,
        definition: before?.definition ?? { description: '', tags: {} },
        access,
        registry: outcome.after,
        events: outcome.events,
        added: { content: { ...content, serving }, job },
        by: who.id,
        at: this.clock.now(),
      };
    });
    if (change !== null) return outcomeOf(change.registry.lastNumber, change.registry.aliases);
    const known = await this.models.versionOfJob(job);
    if (known === null) throw new Error('a version was registered and is not there');
    const model = await this.models.find(name, who);
    return outcomeOf(known.version, model?.registry.aliases ?? new Map());
  }
}

function outcomeOf(version: number, aliases: ReadonlyMap<string, number>) {
  return { version, champion: aliases.get(CHAMPION) === version };
}
