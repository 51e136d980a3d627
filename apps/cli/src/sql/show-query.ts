import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { fieldList, shortTime } from '../command/printing';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const found = await client.getSql({ params: { id: args.at(0) } });
  show(context, found, () =>
    fieldList(context.terminal, [
      ['state', found.progress === null ? found.state : `${found.state}, ${String(Math.round(found.progress))} %`],
      ['since', shortTime(found.started_at)],
      ['ms', Math.round(found.duration_ms)],
      [
        'rows',
        found.row_count === null ? null : `${String(found.row_count)}${found.truncated === true ? ', cut' : ''}`,
      ],
      ['cached', found.cached ? 'yes' : 'no'],
      ['error', found.error === null ? null : `${found.error.code}: ${found.error.detail}`],
      [
        'read',
        Object.entries(found.sources)
          .map(([name, hash]) => `${name} ${hash}`)
          .join(', '),
      ],
      ['statement', found.statement],
    ]),
  );
};
