import { useTranslation } from 'react-i18next';
import type { Dpia } from '../../../../shared/dpia/schema.ts';
import { LoadedRecord } from '../../../records/LoadedRecord.tsx';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Card, chakra, Flex, PageFrame, Stack, Text, useFormat } from '../../../ui/index.ts';
import { ExportButton } from '../../export/ExportButton.tsx';

/** The report of an assessment as it reads now, to be taken along as PDF or HTML, with its public summary. */
export function ReportTab({ record: { id } }: { record: Dpia }) {
  const { t } = useTranslation('dpiaAssessment');
  const { number } = useFormat();
  const { ws } = useSession();
  const query = trpc.dpia.reportPage.useQuery({ ws, id });
  return (
    <Card>
      <Stack gap="4">
        <chakra.h2 fontWeight="semibold">{t('report.title')}</chakra.h2>
        <Flex wrap="wrap" gap="4" alignItems="flex-start">
          <Download label={t('report.full')}>
            <ExportButton kind="dpia-report" subjectId={id} size="sm" />
          </Download>
          <Download label={t('report.publicSummary')}>
            <ExportButton kind="dpia-public-summary" subjectId={id} size="sm" />
          </Download>
        </Flex>
        <Text textStyle="dense" color="muted">
          {t('report.thaiOnly')}
        </Text>
        <LoadedRecord query={query}>
          {({ html, version, sha256 }) => (
            <Stack gap="2">
              <Text>{version > 0 ? t('report.leadVersion', { number: number(version) }) : t('report.leadDraft')}</Text>
              <Text textStyle="small" color="muted" overflowWrap="anywhere">
                {t('report.sha256')} {sha256}
              </Text>
              <PageFrame html={html} title={t('report.preview')} />
            </Stack>
          )}
        </LoadedRecord>
      </Stack>
    </Card>
  );
}

function Download({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <Stack gap="1">
      <Text textStyle="dense">{label}</Text>
      {children}
    </Stack>
  );
}
