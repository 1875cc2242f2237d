import type th from '../th/requestSubmission.ts';
import type { Shape } from '../shape.ts';

export default {
  attachments: { title: 'Files sent with the request', logged: 'Every download is recorded in the security log.' },
  telephone:
    'A phone number has at most 10 digits. Enter digits only. Leave a number of another country empty and enter an email.',
  guardianEmail: 'Enter the email of the parent or guardian. We send the link to confirm the request to it.',
  fileEmpty: 'This file is empty. Choose another one.',
  fileTooLarge: 'The file is larger than 20 MB. Choose another one.',
  refusal: {
    attachment: 'This attachment cannot be used. Attach the file again.',
    noUpload: 'This upload was not found or has expired. Choose the file again.',
    uploadPart: 'More of the file was sent than was announced. Choose the file again.',
    uploadFinishing: 'The file has arrived and is being checked. Ask again in a moment.',
    uploadsFull: 'Too many files are being sent at the moment. Try again later, or send the request without a file.',
    notFound: 'There is no such request form, or it is not published yet. Check the id.',
    inactive: 'This request form no longer takes requests. Contact the organisation.',
    channel: 'This request form takes no requests through this channel. Contact the organisation.',
    version: 'This request form has no such version. Read the form again.',
    versionOutdated: 'A right you chose is no longer in the current form. Open the form again and choose again.',
    consent: 'There is no such consent form. Check the id.',
    idempotencyKey: 'An Idempotency-Key has 8 to 200 characters. Send another one.',
    idempotency: 'This Idempotency-Key was used for another request. Use a new one.',
    filledByProgram:
      'A field that must stay empty was filled in, perhaps by your browser’s autofill. Open the page again and try again.',
    work: 'The check against automated programs failed or has expired. Send it again.',
    workNeeded: 'Many requests were received within an hour. Use the request form on the website, or try again later.',
    token: {
      invalid: 'The token is malformed or not signed with this form’s secret. Get a new one.',
      expired: 'The token has expired. Get a new one.',
      tooLong: 'A token must expire within one hour. Issue a new one.',
      subject: 'The token belongs to another data subject. Get a new one.',
      audience: 'The token belongs to another request form. Get a new one.',
      id: 'The token has no identifier of its own (jti). Issue a new one.',
      used: 'The token has been used. Get a new one.',
    },
  },
} satisfies Shape<typeof th>;
