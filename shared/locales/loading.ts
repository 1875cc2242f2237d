/**
 * When the texts of a namespace are fetched, the same in both languages. A namespace is a file of `th/` and `en/`; one
 * that is named here is loaded
 * - `initial`: with every page, before it is drawn (and the titles of `pages/` with it);
 * - `signIn`: with the pages before one is signed in;
 * - `record`: with the pages for purposes, organisations and workspaces;
 * - `server`: by the server alone, for documents and mails;
 * - `embed`: by a script on other people's pages.
 *
 * Every other namespace is `deferred`: it comes with the first page that is none of these.
 */
export const LOADING = {
  initial: ['common', 'errors', 'menu', 'recordScreen', 'shell', 'ui'],
  signIn: ['auth', 'signIn', 'welcome'],
  record: [
    'application',
    'catalogue',
    'files',
    'legitimateInterest',
    'organization',
    'purpose',
    'purposeCategory',
    'purposeCategoryScreen',
    'purposeScreen',
    'retention',
    'review',
    'versionedRecord',
    'workspace',
  ],
  embed: ['consentEmbed', 'consentGuardian', 'noticeEmbed', 'requestEmbed'],
  server: [
    'approvalEvidence',
    'dpiaReport',
    'incidentLetter',
    'mail',
    'noticeDocument',
    'noticePage',
    'ropa',
    'incidentDocument',
    'requestLetter',
    'serverErrors',
    'subjectData',
  ],
} as const satisfies Record<string, readonly string[]>;
