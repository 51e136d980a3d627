export { allocatedBytes } from './space/allocated-bytes';
export { type ClaimChecks, claimChecksIn } from './claim-checks';
export { DEFAULT_RESERVE, DiskFloor, type DiskReport, isReserve, reservedBytes } from './space/disk-floor';
export type { Gauge } from './gauge';
export { openWarehouse, warehouseDirectory } from './open-warehouse';
export {
  type AnswerBudget,
  type ByteRange,
  type Bytes,
  type Damage,
  type LocalFile,
  type ResultArea,
  type ResultOptions,
  type StagedFile,
  type StoredObject,
  type SweepReport,
  type Warehouse,
} from './warehouse';
export { WarehouseError, type WarehouseErrorCode } from './warehouse-error';
export { type WorkBudget } from './space/work-area';
