import type { Embed } from '../../platform/publicPage/embeds.ts';

const SCRIPT = '/consent/form/script.js';
const JS = 'text/javascript; charset=utf-8';
const PREVIEW_SCRIPT = '/consent/form/preview.js';

/** The consent form on other people's pages, and its preview in the editor. */
export const consentEmbed: Embed = {
  files: [
    { url: SCRIPT, file: 'consent.js', type: JS },
    { url: '/consent/form/guardian.js', file: 'consent-guardian.js', type: JS },
    { url: '/consent/forms/script.css', file: 'consent.css', type: 'text/css; charset=utf-8' },
    { url: PREVIEW_SCRIPT, file: 'consent-preview.js', type: JS },
  ],
  preview: { url: '/consent/form/preview', title: 'ตัวอย่างแบบความยินยอม', scripts: [PREVIEW_SCRIPT] },
};
