export { foldedName, identifier, literal } from './quoted';
