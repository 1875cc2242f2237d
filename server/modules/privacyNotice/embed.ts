import { NOTICE_SCRIPT } from '../../../shared/privacyNotice/address.ts';
import type { Embed } from '../../platform/publicPage/embeds.ts';

/** The first layer of a notice on other people's pages. */
export const noticeEmbed: Embed = {
  files: [{ url: NOTICE_SCRIPT, file: 'notice.js', type: 'text/javascript; charset=utf-8' }],
};
