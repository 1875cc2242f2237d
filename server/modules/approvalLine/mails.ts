import { recordAddress } from '../../../shared/registry/entities.ts';
import { translate } from '../../platform/i18n.ts';
import { addressed, composeLetter, type Mail } from '../../platform/mail/letter.ts';
import { linkTo, type PublicConfig } from '../../platform/mail/links.ts';
import type { MailReader } from '../../platform/mail/readers.ts';

export type Decision = 'approved' | 'rejected' | 'reworked' | 'reopened';

interface Line {
  id: string;
  workspaceId: string;
  number: number;
  applicationName: string;
}

const action = (config: PublicConfig, { locale }: MailReader, { id, workspaceId }: Line) => ({
  label: translate(locale, 'mail:approval.action'),
  url: linkTo(config, locale, recordAddress('approvalLine', id, { workspace: workspaceId })),
});

/** Says that it is somebody's turn to approve, or reminds him of it; `instead`: he stands in for somebody. */
export function turnMail(
  config: PublicConfig,
  reader: MailReader,
  line: Line & { requester: string; kind: 'turn' | 'reminder'; instead: boolean },
): Mail {
  const { locale } = reader;
  const say = (key: string) =>
    translate(locale, `mail:approval.${key}`, {
      name: line.applicationName,
      number: line.number,
      requester: line.requester,
    });
  const letter = composeLetter({
    locale,
    name: reader.name,
    subject: say(`${line.kind}.subject`),
    paragraphs: [say(`${line.kind}.lead`)],
    action: action(config, reader, line),
    notes: line.instead ? [say('instead')] : [],
  });
  return addressed(`approval.${line.kind}`, reader, letter);
}

/** Says to the one who asked how his line was decided. */
export function decisionMail(
  config: PublicConfig,
  reader: MailReader,
  line: Line & { decision: Decision; comment: string },
): Mail {
  const { locale } = reader;
  const say = (key: string) =>
    translate(locale, `mail:approval.${key}`, {
      name: line.applicationName,
      number: line.number,
      comment: line.comment,
    });
  const letter = composeLetter({
    locale,
    name: reader.name,
    subject: say(`${line.decision}.subject`),
    paragraphs: [say(`${line.decision}.lead`), ...(line.comment ? [say('comment')] : [])],
    action: action(config, reader, line),
  });
  return addressed(`approval.${line.decision}`, reader, letter);
}
