import { type Problem, PROBLEMS } from '../../../shared/schedule/problems.ts';
import { translate } from '../../platform/i18n.ts';
import { addressed, composeLetter, type Mail, type MailAddressee } from '../../platform/mail/letter.ts';
import { type PublicConfig, recordLink } from '../../platform/mail/links.ts';

interface OfSchedule {
  readonly id: string;
  /** The reader's workspace: schedules belong to an organisation. */
  readonly workspaceId: string;
  readonly name: string;
}

/** Reports which deliveries of a scheduled export's run failed, and what the IT administrator can do. */
export function failureMail(
  config: PublicConfig,
  reader: MailAddressee,
  { failed, ...schedule }: OfSchedule & { failed: readonly { problem: Problem; count: number }[] },
): Mail {
  const count = failed.reduce((sum, one) => sum + one.count, 0);
  const code = failed.map(({ problem }) => PROBLEMS[problem].code).join(', ');
  const t = textsFor(reader, { ...schedule, code, count });
  return letter(config, reader, schedule, {
    t,
    lead: t('mail.lead'),
    problems: failed.map((one) => `${one.count} × ${problemText(t, one.problem)}`),
  });
}

/** Reports that a scheduled export was stopped, and what to check. */
export function stoppedMail(
  config: PublicConfig,
  reader: MailAddressee,
  { problem, ...schedule }: OfSchedule & { problem: Problem },
): Mail {
  const t = textsFor(reader, { ...schedule, code: PROBLEMS[problem].code });
  return letter(config, reader, schedule, { t, lead: t('mail.stopped'), problems: [problemText(t, problem)] });
}

type Texts = (key: string) => string;
const textsFor =
  ({ locale }: MailAddressee, values: Record<string, unknown>): Texts =>
  (key) =>
    translate(locale, `schedule:${key}`, values);
const problemText = (t: Texts, problem: Problem): string =>
  `${PROBLEMS[problem].code}: ${t(`problem.${problem}.title`)} ${t(`problem.${problem}.action`)}`;

const letter = (
  config: PublicConfig,
  reader: MailAddressee,
  { id, workspaceId }: OfSchedule,
  { t, lead, problems }: { t: Texts; lead: string; problems: readonly string[] },
): Mail =>
  addressed(
    'scheduleFailed',
    reader,
    composeLetter({
      ...reader,
      subject: t('mail.subject'),
      paragraphs: [lead, ...problems, t('mail.pass')],
      action: {
        label: t('mail.action'),
        url: recordLink(config, reader, 'schedule', { id, workspaceId }),
      },
    }),
  );
