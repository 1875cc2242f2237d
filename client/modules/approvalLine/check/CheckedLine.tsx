import { useTranslation } from 'react-i18next';
import type { ApprovalCheck } from '../../../../shared/approvalLine/schema.ts';
import { versionKey } from '../../../../shared/approvalLine/subject.ts';
import { Banner, Box, Card, chakra, Facts, StatusTag, useFormat } from '../../../ui/index.ts';
import { LINE_TONES, STEP_TONES } from '../tones.ts';

/**
 * The meaning of a code: the document and its organisation, the decision, and the positions of the approvers. No names.
 */
export function CheckedLine({ approval }: { approval: ApprovalCheck }) {
  const { t } = useTranslation('approvalCheck');
  const { number, dateTime } = useFormat();
  const rows: [string, React.ReactNode][] = [
    [t('organization'), approval.organization],
    [t('document'), t(`type.${approval.reportType}`)],
    [t(approval.reportType === 'NOTICE' ? 'type.NOTICE' : 'application'), approval.applicationName],
    [t('version'), t(`versionName.${versionKey(approval)}`, { number: number(approval.version) })],
    [t('number'), number(approval.number)],
    [
      t('status'),
      <StatusTag key="status" tone={LINE_TONES[approval.status]}>
        {t(`statusName.${approval.status}`)}
      </StatusTag>,
    ],
    ...(approval.decidedAt
      ? [[t('decidedAt'), dateTime(approval.decidedAt, 'long')] as [string, React.ReactNode]]
      : []),
    [
      t('sha256'),
      <chakra.code key="hash" fontFamily="mono" textStyle="small" overflowWrap="anywhere">
        {approval.sha256}
      </chakra.code>,
    ],
  ];
  return (
    <Card title={t('line')}>
      {approval.outdated && (
        <Box mb="4">
          <Banner tone="warn">{t('recordChanged')}</Banner>
        </Box>
      )}
      <Facts layout="beside" rows={rows} />
      <chakra.h3 fontWeight="semibold" mt="5" mb="2">
        {t('steps')}
      </chakra.h3>
      <chakra.ol listStyle="none" display="grid" gap="2">
        {approval.steps.map((step) => (
          <chakra.li key={step.position} display="flex" flexWrap="wrap" alignItems="center" gap="2" rowGap="1">
            <chakra.span data-numeric="" color="muted">{`${step.position}.`}</chakra.span>
            <chakra.span flex="1" minWidth="9rem" overflowWrap="anywhere">
              {step.jobTitle || t('noTitle')}
            </chakra.span>
            <StatusTag tone={STEP_TONES[step.status]}>{t(`step.${step.status}`)}</StatusTag>
            {step.actedAt && (
              <chakra.span textStyle="dense" color="muted">
                {dateTime(step.actedAt)}
              </chakra.span>
            )}
          </chakra.li>
        ))}
      </chakra.ol>
    </Card>
  );
}
