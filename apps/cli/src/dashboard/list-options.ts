import { type CommandRun, show } from '../command/command';
import { textTable } from '../command/printing';

/** The choices of a variable, and the certificate of their source. */
export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const offered = await client.listVariableOptions({
    params: { name: args.at(0), variable: args.at(1) },
    query: { draft: args.flag('draft') ? 'true' : 'false' },
  });
  show(context, offered, () =>
    offered.from === 'any'
      ? 'any value of its type is accepted\n'
      : textTable(
          context.terminal,
          ['value', 'label'],
          offered.values.map((it) => [String(it.value), it.label ?? null]),
        ),
  );
  for (const { derivation, certificate_digest } of offered.sources)
    context.terminal.err(`values of ${derivation}, certificate ${certificate_digest}\n`);
  if (offered.truncated) context.terminal.err('there are more values\n');
};
