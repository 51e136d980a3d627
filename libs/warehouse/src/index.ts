export { type ClaimChecks, claimChecksIn } from './claim-checks';
export { DirectoryWarehouse, type DirectoryWarehouseOptions } from './directory-warehouse';
export {
  type ByteRange,
  type Bytes,
  type ResultArea,
  type StagedFile,
  type StoredObject,
  type SweepReport,
  type Warehouse,
} from './warehouse';
export { WarehouseError, type WarehouseErrorCode } from './warehouse-error';
