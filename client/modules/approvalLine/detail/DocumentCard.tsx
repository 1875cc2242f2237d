import { FilePlus2, FileText, GitCompareArrows } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../../shared/registry/entities.ts';
import { type ApprovalLine, recordDeleted } from '../../../../shared/approvalLine/schema.ts';
import { useCan } from '../../../shell/session.tsx';
import { Banner, Box, Card, chakra, Link, LinkButton, Text, useFormat } from '../../../ui/index.ts';
import { askHref, subjectOfLine } from '../words.tsx';
import { ReadDocument } from './ReadDocument.tsx';
import { formatBytes } from '../../../formatBytes.ts';

/** The submitted document. */
export function DocumentCard({ line }: { line: ApprovalLine }) {
  const { t } = useTranslation('approvalLine');
  return (
    <Card title={t('document.title')}>
      <DocumentFacts document={line.document} />
      <SinceApproved line={line} />
      <Text mt="3" textStyle="dense" color="muted">
        {t('document.stored')}
      </Text>
      {line.description && (
        <Box mt="4" pt="4" borderTopWidth="1px">
          <chakra.h3 fontWeight="semibold" textStyle="dense">
            {t('detail.description')}
          </chakra.h3>
          <Text whiteSpace="pre-wrap" overflowWrap="anywhere">
            {line.description}
          </Text>
        </Box>
      )}
    </Card>
  );
}

/** The changes since the previously approved version, for those who can read the record. */
function SinceApproved({ line: { application, version, approvedVersion } }: { line: ApprovalLine }) {
  const { t } = useTranslation('approvalLine');
  const mayRead = useCan('ropa.read');
  if (!mayRead || !application.id || approvedVersion === null) return null;
  return (
    <Text mt="3">
      <Link
        href={recordAddress('application', application.id, { tab: 'versions', from: approvedVersion, to: version })}
        display="inline-flex"
        alignItems="center"
        gap="1.5"
      >
        <GitCompareArrows size={16} aria-hidden style={{ flexShrink: 0 }} />
        {t('document.sinceApproved', { number: approvedVersion })}
      </Link>
    </Text>
  );
}

/** Name, size and hash of the document, to be opened or downloaded. */
export function DocumentFacts({ document }: Pick<ApprovalLine, 'document'>) {
  const { t } = useTranslation('approvalLine');
  return (
    <Box display="grid" gap="3">
      <Box display="flex" flexWrap="wrap" alignItems="center" gap="3">
        <chakra.span color="accent" flexShrink={0}>
          <FileText size={28} aria-hidden />
        </chakra.span>
        <Box flex="1" minWidth="min(100%, 12rem)">
          <chakra.div fontWeight="semibold" overflowWrap="anywhere">
            {document.name}
          </chakra.div>
          <chakra.div textStyle="dense" color="muted">
            {document.format.toUpperCase()} · {formatBytes(document.size)}
          </chakra.div>
        </Box>
        <ReadDocument document={document} />
      </Box>
      <Box textStyle="dense">
        <chakra.span color="muted">{t('document.sha256')}</chakra.span>
        <chakra.code
          display="block"
          fontFamily="mono"
          textStyle="small"
          overflowWrap="anywhere"
          title={t('document.sha256Help')}
        >
          {document.sha256}
        </chakra.code>
      </Box>
    </Box>
  );
}

/** States when the record no longer matches the document; of one that was deleted the page says that instead. */
export function Outdated({ line, canAsk = false }: { line: ApprovalLine; canAsk?: boolean }) {
  const { t } = useTranslation('approvalLine');
  const { dateTime } = useFormat();
  const mayAsk = useCan('approval.write');
  if ((!line.outdated && !line.reopenedAt) || recordDeleted(line)) return null;
  const open = line.current !== null;
  const subject = subjectOfLine(line);
  // The server sends a line back when its record changes, whether all had approved or not.
  const wasApproved = line.history.every(({ round, status }) => round !== line.round || status === 'APPROVED');
  return (
    <Banner
      tone="warn"
      title={t(line.reopenedAt && wasApproved ? 'document.reopened' : 'document.outdated')}
      action={
        canAsk &&
        mayAsk &&
        !open &&
        line.status !== 'REWORKED' &&
        subject && (
          <LinkButton size="sm" icon={<FilePlus2 aria-hidden />} href={askHref(subject)}>
            {t('document.askAgain')}
          </LinkButton>
        )
      }
    >
      {line.reopenedAt
        ? t(wasApproved ? 'document.reopenedBody' : 'document.outdatedBack', {
            time: dateTime(line.reopenedAt, 'long'),
          })
        : t(open ? 'document.outdatedOpen' : 'document.outdatedOver')}
    </Banner>
  );
}
