export { closestName, didYouMean, didYouMeanOrStop } from './closest-name';
export { quotedList } from './quoted-list';
