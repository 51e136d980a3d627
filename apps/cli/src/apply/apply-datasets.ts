import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@svc/contracts';
import { CommandError } from '../command/usage-error';
import { sizeText } from '../dataset/size-text';
import { type DatasetSource, uploadDataset } from '../dataset/upload-dataset';
import type { ApplyReport } from './apply-report';
import { ifExists } from '../command/if-exists';
import { firstAccessOf, type Project } from './project-file';
import { fingerprint, type UploadMemory } from './upload-memory';

/** Registers every dataset of the project whose file or description differs from the service's. */
export async function applyDatasets(
  client: Client,
  project: Project,
  directory: string,
  memory: UploadMemory,
  report: ApplyReport,
): Promise<void> {
  for (const dataset of project.datasets) {
    await report.attempt('dataset', dataset.name, () =>
      applyDataset(
        client,
        { ...dataset, path: join(directory, dataset.path), said: firstAccessOf(project) },
        dataset.path,
        memory,
        report,
      ),
    );
  }
}

async function applyDataset(
  client: Client,
  source: DatasetSource,
  shownAs: string,
  memory: UploadMemory,
  report: ApplyReport,
): Promise<void> {
  const { name } = source;
  report.say(`${name}: reading ${shownAs}`);
  if (!existsSync(source.path))
    throw new CommandError(`no such file: ${shownAs}; the project's README should say where to get it`);
  const sent = await fingerprint(source);
  const before = await ifExists(client.getDataset({ params: { name } }));
  if (before !== null && memory.remembers(name, sent, before.version.data_hash)) {
    report.add({ kind: 'dataset', name, change: 'unchanged', detail: rowsText(before.version) });
    return;
  }
  const after = await uploadDataset(client, before === null ? source : { ...source, said: null }, (done, total) =>
    report.say(
      done === total ? `${name}: the service reads the rows` : `${name}: ${sizeText(done)} of ${sizeText(total)}`,
    ),
  );
  memory.keep(name, sent, after.version.data_hash);
  const same = before?.version.data_hash === after.version.data_hash && before.description === after.description;
  report.add({
    kind: 'dataset',
    name,
    change: before === null ? 'created' : same ? 'unchanged' : 'updated',
    detail: rowsText(after.version),
  });
}

function rowsText(version: { readonly rows: number; readonly data_hash: string }): string {
  return `${version.rows} rows, ${version.data_hash}`;
}
