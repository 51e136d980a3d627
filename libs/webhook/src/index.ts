export { GuardedPost, requireTarget } from './guarded-post';
