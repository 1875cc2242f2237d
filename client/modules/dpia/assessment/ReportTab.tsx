import { FileDown, Stamp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Dpia } from '../../../../shared/dpia/schema.ts';
import { pageAddress } from '../../../../shared/registry/addresses.ts';
import { LoadedRecord } from '../../../records/LoadedRecord.tsx';
import { useCan, useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Card, chakra, Flex, LinkButton, PageFrame, Stack, Text, useFormat } from '../../../ui/index.ts';
import { fileUrl } from '../../../../shared/fileUrl.ts';
import { ExportButton } from '../../export/ExportButton.tsx';

/** The report of the assessment in its current state, downloadable as PDF or HTML, with its public summary. */
export function ReportTab({ record: { id, application, annexes } }: { record: Dpia }) {
  const { t } = useTranslation('dpiaAssessment');
  const { t: cnil } = useTranslation('dpiaCnil');
  const mayExport = useCan('dpia.export');
  const mayAsk = useCan('approval.write');
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
          {mayExport && (
            <Download label={cnil('export')}>
              <LinkButton
                size="sm"
                icon={<FileDown aria-hidden />}
                href={`${location.origin}/api/v1/${ws}/dpias/${id}/cnil`}
                download
              >
                {cnil('download')}
              </LinkButton>
            </Download>
          )}
        </Flex>
        {mayAsk && (
          <Stack gap="2" alignItems="flex-start">
            <Text textStyle="dense">{t('report.approvalLead')}</Text>
            <LinkButton
              size="sm"
              icon={<Stamp aria-hidden />}
              href={pageAddress('approvalLine', { new: application.id, kind: 'DPIA' })}
            >
              {t('report.askApproval')}
            </LinkButton>
          </Stack>
        )}
        {annexes.length > 0 && <Annexes annexes={annexes} />}
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

/** Content of imported files of other applications for which the assessment has no field. */
function Annexes({ annexes }: Pick<Dpia, 'annexes'>) {
  const { t } = useTranslation('dpiaCnil');
  const { ws } = useSession();
  return (
    <Stack gap="1">
      <chakra.h3 textStyle="dense" fontWeight="semibold">
        {t('annexes')}
      </chakra.h3>
      <chakra.ul listStyle="none" display="grid" gap="1">
        {annexes.map(({ id, name }) => (
          <chakra.li key={id} overflowWrap="anywhere">
            <chakra.a
              href={fileUrl(ws, id)}
              color="accent.text"
              textDecoration="underline"
              minHeight="11"
              display="inline-flex"
              alignItems="center"
            >
              {name}
            </chakra.a>
          </chakra.li>
        ))}
      </chakra.ul>
    </Stack>
  );
}
