import { FileCheck2, FileDown, RotateCcw } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type DocumentSubject, LINE_OPEN, type ReportType } from '../../../../shared/approvalLine/subject.ts';
import { useCan, useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import {
  Banner,
  Box,
  Button,
  chakra,
  LinkButton,
  RelativeTime,
  SkeletonText,
  Text,
  useFormat,
} from '../../../ui/index.ts';
import { translated } from '../../../ui/form/issueMessage.ts';
import { ExportProgress } from '../../export/ExportProgress.tsx';
import { isOpen, useExports } from '../../export/useExports.ts';
import { lineHref } from '../words.tsx';

/** The subject of a document, as input of the call. */
export const inputOf = ({ reportType, subjectId }: DocumentSubject) =>
  reportType === 'NOTICE' ? { reportType, privacyNoticeId: subjectId } : { reportType, applicationId: subjectId };

interface ReadinessProps {
  subject: DocumentSubject | null;
  /** The line that is submitted again: it does not block itself. */
  lineId?: string | undefined;
  /** The newest document is the same file that was sent back. */
  same?: boolean;
}

/** The document to approve: the newest one. Where there is none yet it can be created here. */
export function Readiness({ subject, lineId, same = false }: ReadinessProps) {
  const { t } = useTranslation('approvalLine');
  return (
    <Box role="group" aria-label={t('create.document')} aria-live="polite">
      <chakra.div fontWeight="semibold" lineHeight="dense" mb="1.5">
        {t('create.document')}
      </chakra.div>
      {subject === null ? (
        <Text color="muted">{t('create.chooseFirst')}</Text>
      ) : (
        <Checked subject={subject} lineId={lineId} same={same} />
      )}
    </Box>
  );
}

interface CheckedProps {
  subject: DocumentSubject;
  lineId: string | undefined;
  same: boolean;
}

function Checked({ subject, lineId, same }: CheckedProps) {
  const { t } = useTranslation('approvalLine');
  const { t: any } = useTranslation();
  const { ws } = useSession();
  const query = trpc.approvalLine.readiness.useQuery({ ws, ...inputOf(subject) }, { staleTime: 0 });
  const making = useMaking(subject);
  if (!query.data) return query.error ? <Banner tone="warn">{query.error.message}</Banner> : <SkeletonText lines={2} />;
  const { problem } = query.data;
  const openLineId = query.data.openLineId === lineId ? null : query.data.openLineId;
  const ready = query.data.ready || (openLineId === null && problem === LINE_OPEN[subject.reportType]);
  const document = ready ? query.data.document : null;
  return (
    <Box display="grid" gap="2">
      {document ? (
        <Banner
          tone={same ? 'warn' : 'ok'}
          title={t(same ? 'create.same' : 'create.ready')}
          action={making.possible && <MakeButton making={making} label={t('create.makeNewer')} main={same} />}
        >
          <chakra.span display="inline-flex" alignItems="center" gap="1.5" overflowWrap="anywhere">
            <FileCheck2 size={16} aria-hidden style={{ flexShrink: 0 }} />
            <span>
              {document.name} ({document.format.toUpperCase()}) · <RelativeTime value={document.createdAt} />
            </span>
          </chakra.span>
          {same && <Text mt="1">{t('create.sameBody')}</Text>}
        </Banner>
      ) : (
        <Banner
          tone={making.pending ? 'info' : 'warn'}
          title={problem ? translated(any, problem) : undefined}
          action={
            openLineId ? (
              <LinkButton size="sm" href={lineHref(openLineId)}>
                {t('create.openLine')}
              </LinkButton>
            ) : (
              making.possible && <MakeButton making={making} label={t('create.make')} main again />
            )
          }
        >
          {!openLineId && making.allowed && t('create.makeNote')}
        </Banner>
      )}
      {making.pending && <ExportProgress item={making.pending} />}
    </Box>
  );
}

type Making = ReturnType<typeof useMaking>;

/** The export that creates a document of each kind. */
const EXPORTS = {
  ROPA: 'application-ropa',
  DPIA: 'dpia-report',
  NOTICE: 'privacy-notice',
} as const satisfies Record<ReportType, string>;

/** The creation of the document, where the reader has the permission: its newest export, and how to start one. */
function useMaking({ reportType, subjectId: named }: DocumentSubject) {
  const { ws } = useSession();
  const { locale } = useFormat();
  const mayExport = {
    ROPA: useCan('ropa.export'),
    DPIA: useCan('dpia.export'),
    NOTICE: useCan('privacyNotice.read'),
  };
  const assessment = trpc.dpia.list.useQuery(
    { ws, applicationId: named, pageSize: 1 },
    { enabled: reportType === 'DPIA' && mayExport.DPIA },
  );
  const kind = EXPORTS[reportType];
  // Of an assessment: the one that was changed last, which is the first of the list.
  const subjectId = reportType === 'DPIA' ? assessment.data?.collection[0]?.id : named;
  const allowed = mayExport[reportType] && subjectId !== undefined;
  const cache = trpc.useUtils();
  const { start, starting, retry, retrying } = useExports();
  const exports = trpc.export.list.useQuery(
    { ws, kind, ...(subjectId && { subjectId }), pageSize: 1 },
    { enabled: allowed },
  );
  const newest = exports.data?.collection[0];
  const state = newest && `${newest.id} ${newest.status}`;
  // The end of an export makes a document ready; its event only refetches the exports.
  useEffect(() => {
    if (state) void cache.approvalLine.readiness.invalidate({ ws, ...inputOf({ reportType, subjectId: named }) });
  }, [state, cache, ws, reportType, named]);
  const pending = newest && isOpen(newest) ? newest : undefined;
  return {
    allowed,
    pending,
    failed: newest?.status === 'failed' ? newest : undefined,
    /** Whether one can be created now. */
    possible: allowed && !pending,
    start: () => void (subjectId && start({ kind, format: 'pdf', locale, subjectId })),
    starting,
    retry,
    retrying,
  };
}

interface MakeButtonProps {
  making: Making;
  label: string;
  main: boolean;
  /** A failed one is retried instead of starting a new one. */
  again?: boolean;
}

function MakeButton({ making, label, main, again = false }: MakeButtonProps) {
  const { t } = useTranslation('approvalLine');
  const failed = again ? making.failed : undefined;
  return (
    <Button
      size="sm"
      {...(main && { look: 'main' as const })}
      icon={failed ? <RotateCcw aria-hidden /> : <FileDown aria-hidden />}
      loading={failed ? making.retrying : making.starting}
      onClick={failed ? () => void making.retry(failed.id) : making.start}
    >
      {failed ? t('create.makeAgain') : label}
    </Button>
  );
}
