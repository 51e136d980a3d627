import { extname } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { type ARTIFACT_TYPES, type FileReply, type ModelArtifact, type Principal, ProblemError } from '@svc/contracts';
import type { Warehouse } from '@svc/warehouse';
import { ZipArchive } from '../archive/zip-archive';
import { WAREHOUSE } from '../warehouse';
import { ReadModels } from './read-models';

const TYPES: Readonly<Record<string, (typeof ARTIFACT_TYPES)[number]>> = {
  '.md': 'text/markdown',
  '.json': 'application/json',
  '.csv': 'text/csv',
  '.png': 'image/png',
  '.py': 'text/x-python',
};

/** The evidence of a version: scripts, cards, plots and samples from the archive that its training made. */
@Injectable()
export class ReadArtifacts {
  constructor(
    private readonly models: ReadModels,
    @Inject(WAREHOUSE) private readonly warehouse: Warehouse,
  ) {}

  list(name: string, ref: string, who: Principal): Promise<ModelArtifact[]> {
    return this.inArchive(name, ref, who, (archive) => Promise.resolve(archive.parts));
  }

  get(name: string, ref: string, path: string, who: Principal): Promise<FileReply> {
    return this.inArchive(name, ref, who, async (archive) => {
      const stream = await archive.stream(path);
      if (stream === null)
        throw new ProblemError('not-found', `The version has no artifact "${path}". List them without a path.`);
      const { object, bytes } = await this.warehouse.results.put(stream, { owner: who.id });
      const content_type = TYPES[extname(path)] ?? 'application/octet-stream';
      return { object, bytes, content_type, file_name: path.slice(path.lastIndexOf('/') + 1) };
    });
  }

  private async inArchive<T>(
    name: string,
    ref: string,
    who: Principal,
    read: (archive: ZipArchive) => Promise<T>,
  ): Promise<T> {
    const { stored } = await this.models.findVersion(name, ref, who);
    const { path } = await this.warehouse.localFile(stored.content.archive.object);
    const archive = await ZipArchive.open(path);
    try {
      return await read(archive);
    } finally {
      archive.close();
    }
  }
}
