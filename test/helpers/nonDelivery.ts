interface Report {
  action?: string;
  status?: string;
  /** The returned part of the mail. */
  returns?: 'mail' | 'headers' | 'nothing';
  encoding?: 'base64' | 'quoted-printable';
}

/** A non-delivery report about one of our mails, in the format of Postfix (RFC 3464). */
export function nonDelivery(
  mailId: string,
  { action = 'failed', status = '5.1.1', returns = 'mail', encoding }: Report = {},
): string {
  const code = status.startsWith('4') ? '450' : '550';
  const part = (type: string, content: string) =>
    [
      '--report',
      `Content-Type: ${type}`,
      ...(encoding ? [`Content-Transfer-Encoding: ${encoding}`] : []),
      '',
      encoding === 'base64'
        ? Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\r\n')
        : encoding === 'quoted-printable'
          ? content.replaceAll('=', '=3D').replace('Status', '=53tat=\r\nus')
          : content,
      '',
    ].join('\r\n');
  const head = [
    `Received: by mail.test.example (Postfix)`,
    `From: <privacy@example.com>`,
    `To: <gone@test.example>`,
    `Message-ID: <${mailId}@pokpong>`,
    `Subject: =?UTF-8?Q?Notice?=`,
    '',
  ].join('\r\n');
  return [
    'Return-Path: <>',
    'From: MAILER-DAEMON@mail.test.example (Mail Delivery System)',
    'To: bounces@example.com',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="report"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--report',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry to have to inform you that your message could not be delivered.',
    '',
    part(
      'message/delivery-status',
      [
        'Reporting-MTA: dns; mail.test.example',
        'Arrival-Date: Fri, 20 Nov 2026 05:00:00 +0000',
        '',
        'Final-Recipient: rfc822; gone@test.example',
        `Action: ${action}`,
        `Status: ${status}`,
        'Remote-MTA: dns; mx.test.example',
        `Diagnostic-Code: smtp; ${code} ${status} <gone@test.example>: Recipient`,
        '    address rejected: User unknown',
        '',
      ].join('\r\n'),
    ),
    ...(returns === 'mail' ? [part('message/rfc822', `${head}\r\nThe letter.\r\n`)] : []),
    ...(returns === 'headers' ? [part('text/rfc822-headers', head)] : []),
    '--report--',
    '',
  ].join('\r\n');
}
