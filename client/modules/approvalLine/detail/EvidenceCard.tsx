import { FileDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ApprovalLine } from '../../../../shared/approvalLine/schema.ts';
import { useSession } from '../../../shell/session.tsx';
import { Box, Card, chakra, CopyButton, Text, useFormat } from '../../../ui/index.ts';

/** The evidence of the approval: the report, and the address where anybody can check the document. */
export function EvidenceCard({ line }: { line: ApprovalLine }) {
  const { t } = useTranslation('approvalLine');
  const { ws } = useSession();
  const { locale } = useFormat();
  return (
    <Card title={t('evidence.title')}>
      <Text textStyle="dense" color="muted">
        {t('evidence.lead')}
      </Text>
      <chakra.a
        href={`/api/v1/${ws}/approval-lines/${line.id}/report-pdf?lang=${locale}`}
        download
        mt="3"
        display="inline-flex"
        alignItems="center"
        gap="2"
        minHeight="10"
        color="accent.text"
        textDecoration="underline"
        textUnderlineOffset="3px"
      >
        <FileDown size={18} aria-hidden />
        {t('evidence.report')}
      </chakra.a>
      <Box mt="3">
        <chakra.div fontWeight="semibold" textStyle="dense">
          {t('evidence.check')}
        </chakra.div>
        <Box display="flex" flexWrap="wrap" alignItems="center" gap="2">
          <chakra.a
            href={line.checkUrl}
            target="_blank"
            rel="noopener"
            flex="1"
            minWidth="min(100%, 12rem)"
            textStyle="small"
            fontFamily="mono"
            overflowWrap="anywhere"
            color="accent.text"
            textDecoration="underline"
          >
            {line.checkUrl}
          </chakra.a>
          <CopyButton text={line.checkUrl} label={t('evidence.check')} />
        </Box>
        <Text mt="1" textStyle="small" color="muted">
          {t('evidence.checkHelp')}
        </Text>
      </Box>
    </Card>
  );
}
