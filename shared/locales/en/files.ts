import type th from '../th/files.ts';
import type { Shape } from '../shape.ts';

export default {
  choose: 'Choose a file',
  change: 'Choose another file',
  remove: 'Remove the file',
  download: 'Download',
  uploading: 'Uploading {{percent}}%',
  hint: '{{types}}, at most {{limit}}',
  missing: 'Please choose a file.',
  empty: 'This file is empty.',
  several: 'Please send one file at a time.',
  tooLarge: 'The file must be at most {{limit}}.',
  type: 'The content of this file is not supported. Supported: {{types}}.',
  pdfOnly: 'This must be a PDF of at most {{limit}}.',
  notPdf: 'Not a valid PDF. Export it again.',
  mixed: 'Content of another type is mixed into this file, so it cannot be taken.',
  active:
    'This PDF holds a script, a command that starts a program, or other files, or is encrypted so that it cannot be checked. Print it to a new PDF and upload that',
  waiting:
    'The files you uploaded and have not used come to more than {{limit}}. Save the records that use them, or try again later: what is not used is removed within two days',
  brokenImage: 'This image is damaged or incomplete.',
  hugeImage: 'The image has more than 50 million pixels.',
  kind: 'The attached file is not of a type that this field takes ({{types}}, at most {{limit}}).',
  form: 'The data that was sent is not in the right form.',
  base64: 'The data of the file must be in Base64.',
  notFound: 'This file was not found in the workspace.',
  damaged: 'This file is no longer as it was stored. Ask the operator to restore it from a backup.',
  range: 'The requested range lies outside the file.',
  away: 'The file storage is not available at the moment. Please try again shortly.',
  crypto: {
    tooLarge: 'The data must be at most {{limit}}; encrypt anything larger as a file.',
    notEncrypted: 'This data was not encrypted by this system.',
    otherWorkspace: 'This data was encrypted in another workspace and cannot be decrypted here.',
    damaged: 'This data was changed or is damaged, so it cannot be decrypted.',
  },
} satisfies Shape<typeof th>;
