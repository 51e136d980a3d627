export { GuardedPost, type PostAnswer, requireTarget } from './guarded-post';
