import { appError } from '../../../platform/errors.ts';
import type { Box } from '../sealed.ts';
import { inConfinement } from './confined.ts';
import { imagePdf } from './imagePdf.ts';

/**
 * A new file in which the boxes are black: every page is drawn again as a picture, so that only what is visible remains
 * of the old file, and then checked by a process that did not draw it.
 * @throws 400 `requestAnswer.unreadable`; 409 `requestAnswer.notClean` where text, a note or a box that is not black is
 * found
 */
export async function redact(type: string, bytes: Buffer, boxes: readonly Box[]): Promise<Buffer> {
  const { pages = [] } = await inConfinement({ work: 'redact', type, bytes, boxes, page: 0 });
  const pictures = pages.map((page) => ({ ...page, bytes: Buffer.from(page.bytes, 'base64') }));
  const redacted = type === 'application/pdf' ? imagePdf(pictures) : pictures[0]!.bytes;
  await assertClean(type, redacted, boxes);
  return redacted;
}

/**
 * @throws 409 `requestAnswer.notClean` for a file with other contents than pictures, or with a box that is not black
 */
export async function assertClean(type: string, bytes: Buffer, boxes: readonly Box[]): Promise<void> {
  const { isClean } = await inConfinement({ work: 'check', type, bytes, boxes, page: 0 });
  if (!isClean) throw appError('requestAnswer.notClean');
}
