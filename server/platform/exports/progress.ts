import type { ExportJob } from './maker.ts';
import { Pages } from './sheet.ts';

type Progress = Pick<ExportJob<unknown>, 'progress'>;

/**
 * Rows that are read page by page, each page while the one before it is written; how many of `total` were written is
 * reported after each.
 */
export function countedPages<Row>(job: Progress, pages: AsyncGenerator<readonly Row[]>, total: number): Pages<Row> {
  async function* counted() {
    let done = 0;
    job.progress(done, total);
    for await (const rows of readAhead(pages)) {
      yield rows;
      done += rows.length;
      job.progress(done, Math.max(done, total));
    }
  }
  return new Pages(counted());
}

/** The same items, each asked for before the one before it is used up. */
async function* readAhead<Item>(source: AsyncGenerator<Item>): AsyncGenerator<Item> {
  const ask = () => {
    const pending = source.next();
    // Whoever stops reading us leaves it behind.
    pending.catch(() => {});
    return pending;
  };
  let next = ask();
  try {
    for (let item = await next; !item.done; item = await next) {
      next = ask();
      yield item.value;
    }
  } finally {
    await source.return(undefined);
  }
}
