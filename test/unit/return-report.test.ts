import { randomUUIDv7 } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MOST_BYTES } from '../../server/platform/mail/returns/mailbox.ts';
import { readReport } from '../../server/platform/mail/returns/report.ts';
import { nonDelivery } from '../helpers/nonDelivery.ts';

const id = randomUUIDv7();
const read = (text: string) => readReport(Buffer.from(text, 'latin1'));
const report = (more: Parameters<typeof nonDelivery>[1] = {}) => nonDelivery(id, more);

describe('a notice of non-delivery', () => {
  it("contains the mail, the status and the server's response", () => {
    expect(read(report())).toEqual({
      mailId: id,
      status: '5.1.1',
      diagnostic: '550 5.1.1 <gone@test.example>: Recipient address rejected: User unknown',
    });
    // Unix line endings, and a header name in another case.
    expect(read(report().replaceAll('\r\n', '\n'))?.mailId).toBe(id);
    expect(read(report().replace('Message-ID:', 'MESSAGE-ID:\r\n'))?.mailId).toBe(id);
  });

  it('is parsed with only the header of the mail, encoded, or with only the reference', () => {
    expect(read(report({ returns: 'headers' }))?.mailId).toBe(id);
    expect(read(report({ encoding: 'base64' }))).toMatchObject({ mailId: id, status: '5.1.1' });
    expect(read(report({ encoding: 'quoted-printable' }))).toMatchObject({ mailId: id, status: '5.1.1' });
    expect(read(report({ returns: 'nothing' }))).toBeNull();
    expect(read(`In-Reply-To: <${id}@pokpong>\r\n${report({ returns: 'nothing' })}`)?.mailId).toBe(id);
  });

  it('counts only if the failure is permanent', () => {
    expect(read(report({ action: 'delayed', status: '4.4.1' }))).toBeNull();
    expect(read(report({ action: 'failed', status: '4.4.7' }))).toBeNull();
    expect(read(report({ action: 'delayed', status: '5.0.0' }))).toBeNull();
    for (const action of ['delivered', 'relayed', 'expanded']) expect(read(report({ action }))).toBeNull();
    expect(read(report({ status: '5.7.1 (policy)' }))?.status).toBe('5.7.1');
    for (const status of ['55.1.1', '5.1', '5.1.1.1']) expect(read(report({ status }))).toBeNull();
    expect(read(report({ status: '5.1111.1' }))).toBeNull();
  });

  it('counts if a recipient that it was forwarded to failed and none was reached', () => {
    const group = (action: string, status: string) =>
      `\r\n\r\nFinal-Recipient: rfc822; other@test.example\r\nAction: ${action}\r\nStatus: ${status}\r\n`;
    const withOther = (other: string) =>
      read(
        report().replace(
          '\r\n\r\n--report\r\nContent-Type: message/rfc822',
          `${other}\r\n--report\r\nContent-Type: message/rfc822`,
        ),
      );
    expect(withOther(group('delayed', '4.2.2'))?.status).toBe('5.1.1');
    expect(withOther(group('delivered', '2.0.0'))).toBeNull();
  });

  it('is not ours with any other Message-ID', () => {
    for (const other of [
      '<x@pokpong>',
      `<${id}@other.example>`,
      `${id}@pokpong`,
      `<a${id}@pokpong>`,
      `<${id}@pokpong.example>`,
    ])
      expect(read(report().replace(`<${id}@pokpong>`, other)), other).toBeNull();
  });

  it('is not searched for in other messages than reports', () => {
    expect(read('')).toBeNull();
    expect(read('\r\n')).toBeNull();
    expect(read(report().replace('multipart/report', 'multipart/mixed'))).toBeNull();
    expect(read(report().replace(/boundary="report"/, ''))).toBeNull();
    expect(read(report().replaceAll('message/delivery-status', 'text/plain'))).toBeNull();
  });

  it('is read up to the end of a truncated one', () => {
    const complete = report();
    for (let length = 0; length < complete.length; length += 1) read(complete.slice(0, length));
    expect(read(complete + 'x'.repeat(MOST_BYTES))?.mailId).toBe(id);
  });
});

it('any message is parsed in steps proportional to its length', () => {
  const head = 'Content-Type: multipart/report; boundary="b"\r\n\r\n';
  const filled = (before: string, piece: string) => before + piece.repeat(Math.floor(MOST_BYTES / piece.length));
  for (const text of [
    filled('', '\n'),
    filled('', 'a: b\n'),
    filled('Content-Type: multipart/report', '; '),
    filled('Content-Type: multipart/report; boundary=', '"'),
    filled('Content-Type: a', '\n b'),
    filled(head, '--b\r\n'),
    filled(head, '\n--'),
    filled(`${head}--b\nContent-Type: message/delivery-status\n\n`, 'Action: failed\n\n'),
    filled(`${head}--b\nContent-Type: message/delivery-status\nContent-Transfer-Encoding: quoted-printable\n\n`, '='),
    filled(`${head}--b\nContent-Type: message/delivery-status\nContent-Transfer-Encoding: base64\n\n`, 'QUFB'),
    filled(`${head}--b\nContent-Type: message/rfc822\n\nMessage-ID: `, '<'),
  ])
    expect(read(text)).toBeNull();
});
