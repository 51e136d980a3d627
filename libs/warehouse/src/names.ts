import { WarehouseError } from './warehouse-error';

const OBJECT = /^[0-9a-f]{64}$/;
const STAGED = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** True for a SHA-256 in 64 lower-case hex digits, the only name an object can have. */
export function isObjectName(name: string): boolean {
  return OBJECT.test(name);
}

/** True for a lower-case UUID, the only name a staged file can have. */
export function isStagedId(id: string): boolean {
  return STAGED.test(id);
}

/** Names become parts of paths and keys, so nothing but hex and UUIDs may come through here. */
export function checkedObject(name: string): string {
  if (!isObjectName(name)) throw new WarehouseError('bad-name', 'An object is named by 64 lower-case hex digits.');
  return name;
}

/** Like {@link checkedObject}, for staged files. */
export function checkedStagedId(id: string): string {
  if (!isStagedId(id)) throw new WarehouseError('bad-name', 'A staged file is named by a UUID.');
  return id;
}
