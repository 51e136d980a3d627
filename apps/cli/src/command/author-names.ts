import { type Client, ProblemError } from '@svc/contracts';
import type { CommandContext } from './command';

/** The name of a principal as people know it. */
export type AuthorNames = (principal: string) => string;

/**
 * Names for principals: a user's login, and the name that a token was given, if the caller may list that token; else the
 * id as it is. Programs (`--json`) get ids, so nothing is asked for them.
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

/** A token without the scope to list tokens can still read everything else. */
async function ownTokens(client: Client): Promise<readonly { readonly id: string; readonly name: string }[]> {
  try {
    return (await client.listTokens()).items;
  } catch (error) {
    if (error instanceof ProblemError) return [];
    throw error;
  }
}
