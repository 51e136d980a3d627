import { type CommandRun, show } from '../command/command';
import { right, textTable } from '../command/printing';
import { sizeText } from '../dataset/size-text';

export const run: CommandRun = async (_, context) => {
  const client = await context.client();
  const usage = await client.getUsage();
  const { requests, queries, jobs, storage_bytes: storage, answer_bytes: answers, upload_bytes: uploads, disk } = usage;
  show(context, usage, () =>
    textTable(
      context.terminal,
      ['what', right('used'), right('limit')],
      [
        [`requests in ${requests.window_seconds} s`, requests.used, requests.limit],
        ['queries running', queries.used, queries.limit],
        ['jobs running', jobs.used, jobs.limit],
        ['storage', sizeText(storage.used), sizeText(storage.limit)],
        ['results to download', sizeText(answers.used), sizeText(answers.limit)],
        ['uploads running', sizeText(uploads.used), sizeText(uploads.limit)],
        ...(disk === undefined
          ? []
          : [
              ['disk', sizeText(disk.size_bytes - disk.free_bytes), sizeText(disk.size_bytes - disk.reserve_bytes)],
              ['  results of everybody', sizeText(disk.answer_bytes.used), sizeText(disk.answer_bytes.limit)],
              ...(disk.work_bytes === undefined
                ? []
                : [['  running work', sizeText(disk.work_bytes.used), sizeText(disk.work_bytes.limit)]]),
              ...Object.entries(disk.held_bytes ?? {}).map(([kind, bytes]) => [`  ${kind}`, sizeText(bytes), '']),
            ]),
      ],
    ),
  );
};
