import { requestFormPage } from '../../../shared/requestSubmission/page.ts';
import type { Embed } from '../../platform/publicPage/embeds.ts';

const SCRIPT = '/dsrm/form/script.js';
const PAGE_SCRIPT = '/dsrm/form/page.js';
const PREVIEW_SCRIPT = '/dsrm/form/preview.js';
const JAVASCRIPT = 'text/javascript; charset=utf-8';

/** The request form on other people's pages, on a page of its own, and its preview in the editor. */
export const requestEmbed: Embed = {
  files: [
    { url: SCRIPT, file: 'request.js', type: JAVASCRIPT },
    { url: '/dsrm/forms/script.css', file: 'request.css', type: 'text/css; charset=utf-8' },
    { url: PAGE_SCRIPT, file: 'request-page.js', type: JAVASCRIPT },
    { url: '/dsrm/form/page.css', file: 'request-page.css', type: 'text/css; charset=utf-8' },
    { url: PREVIEW_SCRIPT, file: 'request-preview.js', type: JAVASCRIPT },
  ],
  preview: { url: '/dsrm/form/preview', title: 'ตัวอย่างแบบคำขอใช้สิทธิ', scripts: [PREVIEW_SCRIPT] },
};

/** The route of the form's own page. */
export const OWN_PAGE: string = requestFormPage(':ws', ':id');

/**
 * The own page can draw the form and call the product, nothing else. Fonts can come from anywhere, as on other sites.
 */
export const OWN_PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self' https: http:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The address of one form's page; both parameters are ids. */
export const ownPage = (workspaceId: string, formId: string): string => `<!doctype html>
<html lang="th">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>คำขอใช้สิทธิของเจ้าของข้อมูลส่วนบุคคล · Data subject request</title>
<link rel="stylesheet" href="/dsrm/form/page.css">
<script defer src="${SCRIPT}"></script>
<script defer src="${PAGE_SCRIPT}"></script>
</head>
<body data-workspace="${workspaceId}" data-form="${formId}">
<main id="form"></main>
<noscript>แบบคำขอต้องใช้ JavaScript โปรดเปิดใช้ หรือติดต่อองค์กรโดยตรง · This form needs JavaScript. Turn it on, or contact the organisation.</noscript>
</body>
</html>`;
