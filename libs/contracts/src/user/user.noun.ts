import { noun } from '../noun';
import { createUser, exportUsers, getUser, listUsers, setPassword, updateUser } from './user.endpoints';
import { user } from './user';

export const userNoun = noun({
  name: 'user',
  endpoints: {
    createUser,
    listUsers,
    exportUsers,
    getUser,
    updateUser,
    setPassword,
  },
  exports: { kind: 'users', by: exportUsers },
  schemas: {
    User: user,
  },
});
