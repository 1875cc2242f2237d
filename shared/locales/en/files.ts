import type th from '../th/files.ts';
import type { Shape } from '../shape.ts';

export default {
  choose: 'Choose a file',
  change: 'Choose another file',
  remove: 'Remove the file',
  download: 'Download',
  uploading: 'Uploading {{percent}}%',
  hint: '{{types}}, at most {{limit}}',
  missing: 'Choose a file.',
  empty: 'This file is empty. Choose another.',
  several: 'Send one file at a time.',
  tooLarge: 'The file must be at most {{limit}}. Reduce it and try again.',
  type: 'This file type is not supported. Use {{types}}.',
  pdfOnly: 'Use a PDF of at most {{limit}}.',
  notPdf: 'Not a valid PDF. Export it again.',
  mixed: 'This file contains another type of content. Save it again and retry.',
  active:
    'This PDF contains a script, a command that starts a program, or other files, or is encrypted so that it cannot be checked. Print it to a new PDF and upload that.',
  waiting:
    'Your unused uploads exceed {{limit}}. Save the records that use them, or try again later: unused files are deleted within two days.',
  brokenImage: 'This image is damaged or incomplete. Choose another.',
  hugeImage: 'The image has more than 50 million pixels. Reduce it.',
  kind: 'This field accepts {{types}}, at most {{limit}}. Choose another file.',
  form: 'The data sent is in an invalid format. Check it and send again.',
  tooManyFields_one: 'A form may have at most {{count}} field besides the file. Remove the others and send it again.',
  tooManyFields_other:
    'A form may have at most {{count}} fields besides the file. Remove the others and send it again.',
  base64: 'Send the file data as Base64.',
  notFound: 'This file was not found in the workspace. Upload it again.',
  damaged: 'This file no longer matches what was stored. Ask the operator to restore it from a backup.',
  range: 'The requested range is outside the file. Request a smaller one.',
  away: 'The file storage is not available at the moment. Try again shortly.',
  crypto: {
    tooLarge: 'The data must be at most {{limit}}. Encrypt anything larger as a file.',
    byOperator: 'This key belongs to the whole installation. Have its operator replace it.',
    noSigningKey:
      'There is no signing key to replace yet. The first consent receipt, withdrawal or scheduled export creates it. Try again after that.',
    keyBeingReplaced: 'The key of this workspace is being replaced already. Wait until that has ended, then try again.',
    notEncrypted: 'This data was not encrypted by this system. Check what you sent.',
    otherWorkspace: 'This data was encrypted in another workspace. Decrypt it there.',
    damaged: 'This data was changed or is damaged. Use the original.',
  },
} satisfies Shape<typeof th>;
