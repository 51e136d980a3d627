import { Inject, Injectable } from '@nestjs/common';
import { type Principal, ProblemError } from '@svc/contracts';
import { ReadModels } from '../model/read-models';
import { jsonReply } from './mlflow-answer';
import { VERSIONS_FOLDER } from './mlflow-model';
import { type TrackingReply, VERSION_FILES, type VersionFiles } from './tracking.ports';

/** Files of registered versions, read from what their trainings stored: what `models:/delay@champion` loads. */
@Injectable()
export class VersionCalls {
  constructor(
    private readonly reading: ReadModels,
    @Inject(VERSION_FILES) private readonly files: VersionFiles,
  ) {}

  /** Whether a path of artifacts is one of a version. */
  has(path: string): boolean {
    return path.split('/', 1)[0] === VERSIONS_FOLDER;
  }

  /** What is directly in a folder of a version, by their last names, as MLflow lists it. */
  async list(path: string, who: Principal): Promise<TrackingReply> {
    const { archive, inside } = await this.find(path, who);
    const folder = inside === '' ? '' : `${inside}/`;
    const found = new Map<string, { path: string; is_dir: boolean; file_size?: number }>();
    for (const file of await this.files.list(archive)) {
      if (!file.path.startsWith(folder)) continue;
      const [name = '', ...rest] = file.path.slice(folder.length).split('/');
      found.set(
        name,
        rest.length > 0 ? { path: name, is_dir: true } : { path: name, is_dir: false, file_size: file.bytes },
      );
    }
    return jsonReply({ files: [...found.values()] });
  }

  async read(path: string, who: Principal): Promise<TrackingReply> {
    const { archive, inside } = await this.find(path, who);
    const file = await this.files.read(archive, inside);
    if (file === null) throw new ProblemError('not-found', `The version has no file "${inside}".`);
    return {
      status: 200,
      headers: {
        'content-type': 'application/octet-stream',
        'content-length': String(file.bytes),
        'content-disposition': 'attachment',
      },
      body: file.stream,
    };
  }

  private async find(path: string, who: Principal) {
    const [, name = '', version = '', ...inside] = path.replace(/\/$/, '').split('/');
    if (name === '' || !/^[1-9]\d{0,8}$/.test(version))
      throw new ProblemError('not-found', `There is no version at "${path}".`);
    const { stored } = await this.reading.findVersion(name, version, who);
    return { archive: stored.content.archive.object, inside: inside.join('/') };
  }
}
