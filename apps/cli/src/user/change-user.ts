import type { Client, Role, User } from '@svc/contracts';

/** The properties of a user that can be changed. */
export interface UserChange {
  readonly role?: Role;
  readonly groups?: readonly string[];
  readonly disabled?: boolean;
}

/** Changes a user's current state; refused when somebody else changed it meanwhile. */
export async function changeUser(client: Client, login: string, change: UserChange): Promise<User> {
  const { name, email, role, groups, disabled, etag } = await client.getUser({ params: { login } });
  return client.updateUser({
    params: { login },
    if_match: etag,
    body: {
      name,
      email,
      role: change.role ?? role,
      groups: [...(change.groups ?? groups)],
      disabled: change.disabled ?? disabled,
    },
  });
}
