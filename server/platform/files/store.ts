import type { Config } from '../config.ts';
import type { FileStore } from './contract.ts';
import { localStore } from './localStore.ts';
import { s3Store } from './s3Store.ts';

export { type ByteRange, FileMissing, type FileStore } from './contract.ts';

/** The store that the configuration names: an S3 bucket, else the folder `files` of the data folder. */
export function createFileStore(config: Pick<Config, 'dataDir' | 's3'>): FileStore {
  return config.s3 ? s3Store(config.s3) : localStore(`${config.dataDir}/files`);
}
