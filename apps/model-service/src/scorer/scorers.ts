import { Inject, Injectable } from '@nestjs/common';
import type { ServingPath } from '@svc/contracts';
import { LRUCache } from 'lru-cache';
import { BadScorer } from './flat/flat-document';
import { compileFlat, type FlatScorer } from './flat/flat-scorer';
import { compareWithReplay } from './replay';
import { MODEL_ARCHIVES, type ModelArchives } from './scorer.ports';
import { BadArchive } from '../archive/zip-archive';

const MiB = 1024 * 1024;
const SCORER = 'flat_scorer.json';
const REPLAY = 'flat_replay.json';
/** A longer document would hold up everybody else while it is parsed. */
const MAX_PART_BYTES = 32 * MiB;
/** Bytes of documents whose scorers are kept; a compiled one takes about as much. */
const MAX_KEPT_BYTES = 256 * MiB;

/** Scorers of archives, which never change under their name. */
@Injectable()
export class Scorers {
  private readonly kept: LRUCache<string, FlatScorer>;

  constructor(@Inject(MODEL_ARCHIVES) private readonly archives: ModelArchives) {
    this.kept = new LRUCache<string, FlatScorer>({
      maxSize: MAX_KEPT_BYTES,
      // Many at once that ask for one that is not kept wait for one reading.
      fetchMethod: async (object, _, { options }) => {
        const { scorer, bytes } = await this.read(object);
        options.size = bytes;
        return scorer;
      },
    });
  }

  /** How versions with this archive are served: by the flat scorer if it answers a thousand rows as Python did. */
  async earn(object: string): Promise<ServingPath> {
    try {
      const { scorer } = await this.read(object);
      const replay = await this.archives.part(object, REPLAY, MAX_PART_BYTES);
      const { rows, largestDifference, flips, failure } = await compareWithReplay(scorer, parsed(replay ?? '', REPLAY));
      const compared = { rows, largest_difference: largestDifference, flips };
      return failure === null
        ? { path: 'flat', replayed: compared, reason: null }
        : { path: 'none', replayed: rows === 0 ? null : compared, reason: failure };
    } catch (error) {
      if (error instanceof BadArchive) return { path: 'none', replayed: null, reason: error.detail };
      if (error instanceof BadScorer) return { path: 'none', replayed: null, reason: error.message };
      throw error;
    }
  }

  /** The scorer of an archive that earned it. */
  async load(object: string): Promise<FlatScorer> {
    const scorer = await this.kept.fetch(object);
    if (scorer === undefined) throw new Error(`the scorer of ${object} was not read`);
    return scorer;
  }

  private async read(object: string): Promise<{ readonly scorer: FlatScorer; readonly bytes: number }> {
    const text = await this.archives.part(object, SCORER, MAX_PART_BYTES);
    if (text === null)
      throw new BadArchive('it has no flat form: only linear models, ensembles of trees and blends of these have one');
    return { scorer: compileFlat(parsed(text, SCORER)), bytes: text.length };
  }
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BadScorer(`${name} is not JSON`, { cause });
  }
}
