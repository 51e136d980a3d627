import { noun } from '../noun';
import { createUser, exportUsers, getUser, listUsers, setPassword, updateUser } from './user.endpoints';
import { user } from './user';
import { userVocabulary } from './user.vocabulary';

export const userNoun = noun({
  name: 'user',
  ...userVocabulary,
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
