import { ShieldAlert, ShieldCheck, ShieldX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ApprovalCheck } from '../../../../shared/approvalLine/schema.ts';
import { chakra, Text, useFormat } from '../../../ui/index.ts';

const LOOKS = {
  ok: { tone: 'ok', Icon: ShieldCheck },
  changed: { tone: 'warn', Icon: ShieldAlert },
  outdated: { tone: 'warn', Icon: ShieldAlert },
  waiting: { tone: 'warn', Icon: ShieldAlert },
  approvedEarlier: { tone: 'warn', Icon: ShieldAlert },
  submittedEarlier: { tone: 'warn', Icon: ShieldAlert },
  other: { tone: 'danger', Icon: ShieldX },
} as const;

/**
 * The result of a comparison: approved, changed since, not approved, the document of an earlier round, or another
 * document.
 */
export type Verdict = keyof typeof LOOKS;
export function verdictOf(
  {
    sha256,
    status,
    reopenedAt,
    outdated,
    steps,
    earlier,
  }: Pick<ApprovalCheck, 'sha256' | 'status' | 'reopenedAt' | 'outdated' | 'steps' | 'earlier'>,
  hash: string,
): Verdict {
  const former = earlierOf({ earlier }, hash);
  if (hash.toLowerCase() !== sha256.toLowerCase())
    return former ? (former.approvedAt === null ? 'submittedEarlier' : 'approvedEarlier') : 'other';
  // A change of the record sends an approved line back to be submitted again: all have approved, but the approval is no
  // longer valid.
  const allApproved = steps.length > 0 && steps.every((step) => step.status === 'APPROVED');
  if (reopenedAt !== null && allApproved) return 'changed';
  // An older approval, or another kind of change: the time is unknown.
  if (status === 'APPROVED' && outdated) return 'outdated';
  if (status === 'APPROVED') return 'ok';
  return former && former.approvedAt !== null ? 'approvedEarlier' : 'waiting';
}

/** The earlier round of a file: the newest that approved it, otherwise the newest that it was submitted in. */
function earlierOf(
  { earlier }: Pick<ApprovalCheck, 'earlier'>,
  hash: string,
): ApprovalCheck['earlier'][number] | undefined {
  const rounds = earlier.filter(({ sha256 }) => sha256.toLowerCase() === hash.toLowerCase());
  return rounds.find(({ approvedAt }) => approvedAt !== null) ?? rounds[0];
}

/** The result in words, picture and colour. */
export function FileVerdict({ approval, file }: { approval: ApprovalCheck; file: { name: string; sha256: string } }) {
  const { t } = useTranslation('approvalCheck');
  const { dateTime, number } = useFormat();
  const verdict = verdictOf(approval, file.sha256);
  const { tone, Icon } = LOOKS[verdict];
  // Of the current round unless the file is another one's.
  const former = verdict.endsWith('Earlier') ? earlierOf(approval, file.sha256) : undefined;
  const words = {
    name: file.name,
    round: former ? number(former.round) : '',
    requested: dateTime(former?.requestedAt, 'long'),
    time: dateTime(former ? former.approvedAt : (approval.decidedAt ?? approval.steps.at(-1)?.actedAt), 'long'),
    changed: dateTime(approval.reopenedAt, 'long'),
    status: t(`statusName.${approval.status}`),
  };
  return (
    <chakra.div
      role={verdict === 'other' ? 'alert' : 'status'}
      data-verdict={verdict}
      display="flex"
      gap="4"
      p="5"
      borderRadius="card"
      bg={`${tone}.soft`}
      color={`${tone}.text`}
      borderInlineStartWidth="4px"
      borderColor={tone}
    >
      <chakra.span flexShrink={0}>
        <Icon size={40} aria-hidden />
      </chakra.span>
      <chakra.div minWidth="0" flex="1">
        <chakra.h3 textStyle="title">{verdict === 'ok' ? t('good.approved') : t(`${verdict}.title`)}</chakra.h3>
        <Text overflowWrap="anywhere">
          {verdict === 'ok' ? t('good.approvedBody', words) : t(`${verdict}.body`, words)}
        </Text>
        <Text mt="2" textStyle="small" overflowWrap="anywhere">
          {t('yours', { name: file.name })}: <chakra.code fontFamily="mono">{file.sha256}</chakra.code>
        </Text>
      </chakra.div>
    </chakra.div>
  );
}
