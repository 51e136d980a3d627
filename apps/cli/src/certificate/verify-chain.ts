import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { fieldList } from '../command/printing';
import { EXIT } from '../exit-code';

export const run: CommandRun = async (args, context) => {
  const given = args.text('anchor');
  const file = given === undefined ? undefined : resolve(context.terminal.cwd, given);
  const anchor = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : given;
  const client = await context.client();
  const chain = await client.verifyAudit({ query: anchor === undefined ? {} : { anchor } });
  const fits = chain.state === 'intact' || chain.state === 'grown';
  const colors = context.terminal.outColors;
  show(context, chain, () =>
    fieldList(context.terminal, [
      ['chain', { text: chain.state, paint: fits ? colors.green : colors.red }],
      ['records', chain.records],
      ['head', chain.head],
      ['detail', chain.detail],
      ...(chain.at_seq === null ? [] : [['first wrong record', chain.at_seq] as const]),
    ]));
  return fits ? EXIT.ok : EXIT.invalidSignature;
};
