import { translate } from '../../platform/i18n.ts';
import { addressed, composeLetter, type Mail } from '../../platform/mail/letter.ts';
import { type PublicConfig, recordLink } from '../../platform/mail/links.ts';
import type { MailReader } from '../../platform/mail/readers.ts';

export type Decision = 'approved' | 'rejected' | 'reworked' | 'reopened';

interface Line {
  id: string;
  workspaceId: string;
  number: number;
  applicationName: string;
}

const action = (config: PublicConfig, reader: MailReader, line: Line) => ({
  label: translate(reader.locale, 'mail:approval.action'),
  url: recordLink(config, reader, 'approvalLine', line),
});

/**
 * The mail that it is somebody's turn to approve, or a reminder of it; `instead`: they are the delegate of the
 * approver.
 */
export function turnMail(
  config: PublicConfig,
  reader: MailReader,
  line: Line & { requester: string; kind: 'turn' | 'reminder'; instead: boolean },
): Mail {
  const { locale } = reader;
  const t = (key: string) =>
    translate(locale, `mail:approval.${key}`, {
      name: line.applicationName,
      number: line.number,
      requester: line.requester,
    });
  const letter = composeLetter({
    locale,
    name: reader.name,
    subject: t(`${line.kind}.subject`),
    paragraphs: [t(`${line.kind}.lead`)],
    action: action(config, reader, line),
    notes: line.instead ? [t('instead')] : [],
  });
  return addressed(`approval.${line.kind}`, reader, letter);
}

/** The mail to the requester on how their line was decided. */
export function decisionMail(
  config: PublicConfig,
  reader: MailReader,
  line: Line & { decision: Decision; comment: string },
): Mail {
  const { locale } = reader;
  const t = (key: string) =>
    translate(locale, `mail:approval.${key}`, {
      name: line.applicationName,
      number: line.number,
      comment: line.comment,
    });
  const letter = composeLetter({
    locale,
    name: reader.name,
    subject: t(`${line.decision}.subject`),
    paragraphs: [t(`${line.decision}.lead`), ...(line.comment ? [t('comment')] : [])],
    action: action(config, reader, line),
  });
  return addressed(`approval.${line.decision}`, reader, letter);
}
