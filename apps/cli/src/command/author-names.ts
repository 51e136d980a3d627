import { type Client, ProblemError } from '@svc/contracts';
import type { CommandContext } from './command';

/** The display name of a principal. */
export type AuthorNames = (principal: string) => string;

/**
 * Display names of principals: a user's login, and a token's name, if the caller may list that token; else the
 * unchanged id. Programs (`--json`) get ids, so nothing is looked up for them.
 */
export async function authorNames(
  client: Client,
  principals: readonly string[],
  { json }: Pick<CommandContext, 'json'>,
): Promise<AuthorNames> {
  const wanted = !json && principals.some((it) => it.startsWith('token:'));
  const tokens = new Map((wanted ? await ownTokens(client) : []).map((it) => [`token:${it.id}`, it.name]));
  return (principal) => tokens.get(principal) ?? principal.replace(/^user:/, '');
}

/** Without the scope to list tokens, everything else can still be shown. */
async function ownTokens(client: Client): Promise<readonly { readonly id: string; readonly name: string }[]> {
  try {
    return (await client.listTokens()).items;
  } catch (error) {
    if (error instanceof ProblemError) return [];
    throw error;
  }
}
