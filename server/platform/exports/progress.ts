import type { ExportJob } from './maker.ts';

type Progress = Pick<ExportJob<unknown>, 'progress'>;

/** Rows between two reports of progress. */
const STEP = 500;

/** The same rows; how many of `total` were read is reported on the way. */
export async function* countedRows<Row>(job: Progress, rows: AsyncIterable<Row>, total: number): AsyncGenerator<Row> {
  let done = 0;
  job.progress(done, total);
  for await (const row of rows) {
    yield row;
    done += 1;
    if (done % STEP === 0) job.progress(done, Math.max(done, total));
  }
}

/** The rows of chunks that are read one after another; how many of `total` were read is reported after each chunk. */
export async function* countedChunks<Row>(
  job: Progress,
  chunks: AsyncIterable<readonly Row[]>,
  total: number,
): AsyncGenerator<Row> {
  let done = 0;
  job.progress(done, total);
  for await (const rows of chunks) {
    yield* rows;
    done += rows.length;
    job.progress(done, Math.max(done, total));
  }
}
