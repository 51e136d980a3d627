export { type ClaimChecks, claimChecksIn } from './claim-checks';
export { openWarehouse, warehouseDirectory } from './open-warehouse';
export {
  type ByteRange,
  type Bytes,
  type Damage,
  type LocalFile,
  type ResultArea,
  type StagedFile,
  type StoredObject,
  type SweepReport,
  type Warehouse,
} from './warehouse';
export { WarehouseError, type WarehouseErrorCode } from './warehouse-error';
