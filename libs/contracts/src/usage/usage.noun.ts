import { noun } from '../noun';
import { getUsage } from './usage.endpoints';

export const usageNoun = noun({
  name: 'usage',
  endpoints: {
    getUsage,
  },
});
