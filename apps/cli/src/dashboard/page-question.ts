import { type Client, dashboardVariableValues, type VariableValue } from '@svc/contracts';
import type { Arguments } from '../command/arguments';
import { jsonOrText } from '../command/json-or-text';
import { UsageError } from '../command/usage-error';

/** The requested page, and the chosen values. */
export interface PageQuestion {
  readonly params: { readonly name: string; readonly page: string };
  readonly variables: Readonly<Record<string, VariableValue>>;
  readonly draft: boolean;
}

/** `<name> [page] --var name=value --draft`; without a page the first one. */
export async function pageQuestion(args: Arguments, client: Client): Promise<PageQuestion> {
  const variables = variablesIn(args.texts('var'));
  const name = args.at(0);
  const draft = args.flag('draft');
  return { params: { name, page: args.maybe(1) ?? (await firstPage(client, name, draft)) }, variables, draft };
}

async function firstPage(client: Client, name: string, draft: boolean): Promise<string> {
  const { spec, published } = await client.getDashboard({ params: { name } });
  const shown = draft ? spec : (published?.spec ?? spec);
  return shown.pages[0]?.name ?? '';
}

function variablesIn(texts: readonly string[]): Record<string, VariableValue> {
  const entries = texts.map((text) => {
    const at = text.indexOf('=');
    if (at < 1) throw new UsageError(`--var expects name=value, not "${text}"`);
    return [text.slice(0, at), jsonOrText(text.slice(at + 1))] as const;
  });
  const parsed = dashboardVariableValues.safeParse(Object.fromEntries(entries));
  if (!parsed.success) throw new UsageError('--var expects a text, a number, true, false, null or a list of those');
  return parsed.data;
}
