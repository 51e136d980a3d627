import { DirectoryWarehouse } from '../src/directory/directory-warehouse';

/** Run by a spec in a process that may not write files over 1 MiB: prints how each way of writing 2 MB ended. */
async function main(root: string): Promise<void> {
  const warehouse = await DirectoryWarehouse.open(root);
  const staged = await warehouse.stage();
  const content = Buffer.alloc(2_000_000);
  const endings = await Promise.allSettled([
    warehouse.put(content),
    warehouse.results.put(content),
    staged.write(content),
  ]);
  const codes = endings.map((one) =>
    one.status === 'rejected' && one.reason instanceof Error && 'code' in one.reason ? one.reason.code : one.status,
  );
  process.stdout.write(JSON.stringify(codes));
}

void main(process.argv[2] ?? '');
