import { readFile } from 'node:fs/promises';
import { endAbove } from '../confined/watch.ts';
import { isActivePdf } from './activePdf.ts';

/** What the process is to do: look into one file, answer, end. */
export interface LookOrder {
  readonly path: string;
  readonly memoryMb: number;
}
export interface LookAnswer {
  readonly isActive: boolean;
}

process.on('disconnect', () => process.exit(0));
process.on('message', ({ path, memoryMb }: LookOrder) => {
  endAbove(memoryMb);
  void readFile(path).then((bytes) => process.send!({ isActive: isActivePdf(bytes) } satisfies LookAnswer));
});
