import { WarehouseError } from '../warehouse-error';

/** A SHA-256, the only name an object can have. */
const OBJECT = /^[0-9a-f]{64}$/;
/** A UUID, the only name a staged file can have. */
const STAGED = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Names become parts of paths and keys, so nothing but hex and UUIDs may come through here. */
export function checkedObject(name: string): string {
  if (!OBJECT.test(name)) throw new WarehouseError('bad-name', 'An object is named by 64 lower-case hex digits.');
  return name;
}

/** Like {@link checkedObject}, for staged files. */
export function checkedStagedId(id: string): string {
  if (!STAGED.test(id)) throw new WarehouseError('bad-name', 'A staged file is named by a UUID.');
  return id;
}
