import { useTranslation } from 'react-i18next';
import type { ApprovalLine } from '../../../../shared/approvalLine/schema.ts';
import { Banner, chakra, Text } from '../../../ui/index.ts';

/** Why a line was sent back or ended: by whom and with which comment, for the person who has to act. */
export function SentBack({ line }: { line: ApprovalLine }) {
  const { t } = useTranslation('approvalLine');
  if (line.status !== 'REWORKED') return null;
  const step = line.history.findLast(({ round, status }) => round === line.round && status === 'REWORKED');
  if (!step) return null;
  return (
    <Banner tone="warn" title={t('manage.reworkedWhy', { name: (step.actedBy ?? step.approver).name })}>
      <chakra.blockquote whiteSpace="pre-wrap" overflowWrap="anywhere">
        {step.comment}
      </chakra.blockquote>
      {line.allowed.includes('resubmit') && (
        <Text mt="1" textStyle="dense">
          {t('manage.reworkedTodo')}
        </Text>
      )}
    </Banner>
  );
}
