export { closestName, didYouMean } from './closest-name';
