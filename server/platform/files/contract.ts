import type { Readable } from 'node:stream';

/** First and last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A file on this node's disk that nobody writes to any more; whoever made it removes it. */
export interface FinishedFile {
  readonly onDisk: string;
}

/**
 * Where the bytes of files are. Keys are made by the product, `<workspace id>/<file id>`, never from names that people
 * give: segments of letters, digits, `-`, `_` and inner dots.
 */
export interface FileStore {
  /** Stores all of `source` under `key`, or nothing. `size` in bytes must be exact. */
  put(key: string, source: Readable | Buffer | FinishedFile, facts: { size: number; type: string }): Promise<void>;
  /** @throws FileMissing when nothing is stored under `key`. */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes `key`; one that is not there is no error. */
  remove(key: string): Promise<void>;
  /** Removes everything under `prefix`, for example a workspace's id. */
  removeAll(prefix: string): Promise<void>;
}

/** The store has nothing under this key. */
export class FileMissing extends Error {
  override readonly name = 'FileMissing';
  constructor(key: string) {
    super(`nothing is stored under ${key}`);
  }
}

const SEGMENT = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/;

/** Refuses a key that could leave its folder. A fault of ours, since keys never come from outside. */
export function checkedKey(key: string): string {
  if (key.length > 500 || !key.split('/').every((segment) => SEGMENT.test(segment)))
    throw new Error('not a key of the file store');
  return key;
}
