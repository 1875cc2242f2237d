import type { z } from 'zod';
import type { byDpiaReport, dpiaReport, dpiaReportPage } from '../../../../shared/dpia/report.ts';
import { type Block, type Cell, textOf } from '../../../platform/documents/document.ts';
import { renderHtml } from '../../../platform/documents/html.ts';
import type { WorkspaceContext } from '../../../platform/trpc/context.ts';
import { reportDocument, reportSections } from './document.ts';
import { reportFactsOf } from './facts.ts';

type Wanted = Pick<z.output<typeof byDpiaReport>, 'id' | 'version'>;

/** The report as text, part by part. @throws 404 */
export async function report(ctx: WorkspaceContext, { id, version }: Wanted): Promise<z.output<typeof dpiaReport>> {
  const facts = await reportFactsOf(ctx, id, version);
  const { sections, annexes } = reportSections(facts);
  return {
    version: facts.version,
    sha256: facts.sha256,
    sections: [...sections, ...annexes].map(({ title, blocks }) => ({ title, lines: blocks.flatMap(linesOf) })),
  };
}

/** The report as a self-contained page. @throws 404 */
export async function reportPage(
  ctx: WorkspaceContext,
  { id, version }: Wanted,
): Promise<z.output<typeof dpiaReportPage>> {
  const facts = await reportFactsOf(ctx, id, version);
  const document = reportDocument(facts, { at: ctx.deps.now(), by: ctx.personnel.name });
  return { version: facts.version, sha256: facts.sha256, html: renderHtml(document) };
}

const cellText = (cell: Cell): string => (Array.isArray(cell) ? cell.map(textOf).join(', ') : textOf(cell));

/** The text of a block, without its appearance. */
function linesOf(block: Block): string[] {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
    case 'callout':
      return [block.text];
    case 'facts':
      return block.rows.map(({ label, value }) => `${label}: ${cellText(value)}`);
    case 'table':
      return block.rows.map((row) => row.map(cellText).join(' | '));
    case 'list':
      return block.items.map(textOf);
    case 'image':
      return [block.alt];
    case 'language':
      return block.blocks.flatMap(linesOf);
    case 'pageBreak':
      return [];
  }
}
