import { endAbove } from '../confined/watch.ts';
import type { Drawing } from './pdf.ts';
import { createTypst } from './typst.ts';

/**
 * The process in which PDFs are made: Typst blocks its thread, leaks a little and can be brought to take much memory.
 * Takes one drawing at a time from its parent, answers `{ drawn, rss }` or `{ error, rss }` (bytes). Arguments: the
 * empty workspace, MiB.
 */
const [workspace = '', memoryMb = '512'] = process.argv.slice(2);

endAbove(Number(memoryMb));
const typst = createTypst(workspace);
process.on('message', (drawing: Drawing) => {
  let answer: { drawn: Buffer | string } | { error: string };
  try {
    answer = { drawn: 'report' in drawing ? typst.pdf(drawing.report) : typst.stamped(drawing.stamp) };
  } catch (error) {
    answer = { error: error instanceof Error ? error.message : String(error) };
  }
  process.send!({ ...answer, rss: process.memoryUsage.rss() });
});
process.on('disconnect', () => process.exit(0));
