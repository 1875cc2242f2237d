import { MINUTE } from '../../../shared/duration.ts';
import type { Deps } from '../trpc/context.ts';
import { createPdfRenderer, PdfError } from '../documents/pdf.ts';
import type { ReportDocument } from '../documents/document.ts';
import { ExportProblem } from './maker.ts';

/** Longest that one document may take, milliseconds: a record of thousands of activities takes minutes. */
const TIMEOUT_MS = 15 * MINUTE;

/**
 * A document as PDF, drawn in a process that ends with it.
 * @throws ExportProblem `tooLarge` when it needs more memory or time than one document may have
 */
export async function pdfOf({ log }: Pick<Deps, 'log'>, document: ReportDocument): Promise<Buffer> {
  const renderer = createPdfRenderer({ log, timeoutMs: TIMEOUT_MS });
  try {
    return await renderer.render(document);
  } catch (error) {
    throw error instanceof PdfError && (error.reason === 'memory' || error.reason === 'timeout')
      ? new ExportProblem('tooLarge', { cause: error })
      : error;
  } finally {
    await renderer.close();
  }
}
