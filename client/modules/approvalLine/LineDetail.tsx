import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { type ApprovalLine, recordDeleted } from '../../../shared/approvalLine/schema.ts';
import { versionKey } from '../../../shared/approvalLine/subject.ts';
import { isNotFound } from '../../shell/errors.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  Banner,
  Box,
  Card,
  chakra,
  EmptyState,
  ErrorState,
  Link,
  LinkButton,
  PageHeader,
  RelativeTime,
  SideRail,
  SkeletonPage,
  Tag,
  toast,
  useFormat,
} from '../../ui/index.ts';
import { useFocusAfter } from '../../ui/useFocusAfter.ts';
import { DecideCard } from './act/DecideCard.tsx';
import { DocumentCard, Outdated } from './detail/DocumentCard.tsx';
import { EvidenceCard } from './detail/EvidenceCard.tsx';
import { ManageCard } from './detail/ManageCard.tsx';
import { RoundsCard } from './detail/RoundsCard.tsx';
import { SentBack } from './detail/SentBack.tsx';
import { Stepper } from './detail/Stepper.tsx';
import { Progress } from './Progress.tsx';
import { LineStatus, LIST, subjectOfLine } from './words.tsx';

/** One approval line: the document, the approvers in order, their comments, and the evidence. */
export default function LineDetail({ id }: { id: string }) {
  const { t } = useTranslation('approvalLine');
  const { ws } = useSession();
  const query = trpc.approvalLine.get.useQuery({ ws, id });
  useTurnNotice(query.data);
  if (isNotFound(query.error)) {
    return (
      <>
        <PageHeader title={t('title')} />
        <EmptyState
          title={t('detail.missing')}
          body={t('detail.missingBody')}
          action={<LinkButton href={LIST}>{t('detail.toList')}</LinkButton>}
        />
      </>
    );
  }
  if (query.data) return <Line line={query.data} />;
  return query.error ? (
    <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
  ) : (
    <SkeletonPage />
  );
}

function Line({ line }: { line: ApprovalLine }) {
  const { t } = useTranslation('approvalLine');
  const { personnel: me } = useSession();
  const { text } = useFormat();
  const { application, yourTurn } = line;
  const hasRecord = subjectOfLine(line) !== null;
  const steps = line.history.filter(({ round }) => round === line.round);
  // After a decision the focus continues at its result.
  const decided = useFocusAfter<HTMLOListElement>(yourTurn);
  return (
    <>
      <PageHeader
        title={application.name}
        trail={[{ label: t('title'), href: LIST }]}
        state={
          <>
            <LineStatus status={line.status} yourTurn={yourTurn} />
            <Tag>{t(`type.${line.reportType}`)}</Tag>
            {line.version > 0 && <Tag>{t(`version.${versionKey(line)}`, { number: line.version })}</Tag>}
            <Tag>{t('detail.number', { number: line.number })}</Tag>
          </>
        }
        description={
          <>
            {text(line.dataController) && `${text(line.dataController)} · `}
            {t('detail.requestedBy', { name: line.requester.id === me.id ? t('you') : line.requester.name })} ·{' '}
            <RelativeTime value={line.requestedAt} />
            {line.round > 1 && ` · ${t('detail.round', { round: line.round })}`}
          </>
        }
        action={<ToRecord line={line} />}
      />
      <SideRail
        rail={
          <>
            <ManageCard line={line} />
            <EvidenceCard line={line} />
            <RoundsCard line={line} />
          </>
        }
      >
        <Box display="flex" flexDirection="column" gap="4">
          {(!hasRecord || recordDeleted(line)) && <Banner tone="info">{t('detail.applicationRemoved')}</Banner>}
          <Outdated line={line} canAsk />
          <SentBack line={line} />
          <DocumentCard line={line} />
          <DecideCard line={line} />
          <Card
            title={t('line.title')}
            actions={
              <chakra.span textStyle="dense" color="muted">
                <Progress line={line} />
              </chakra.span>
            }
          >
            <Stepper ref={decided} steps={steps} label={t('line.title')} />
          </Card>
        </Box>
      </SideRail>
    </>
  );
}

/** The link to the line's record, for those who can read it. */
function ToRecord({ line: { application, privacyNoticeId } }: { line: ApprovalLine }) {
  const { t } = useTranslation('approvalLine');
  const readsRecord = useCan('ropa.read');
  const readsNotices = useCan('privacyNotice.read');
  if (application.id && readsRecord)
    return <Link href={recordAddress('application', application.id)}>{t('create.toApplication')}</Link>;
  if (privacyNoticeId && readsNotices)
    return <Link href={recordAddress('privacyNotice', privacyNoticeId)}>{t('create.toNotice')}</Link>;
  return null;
}

/** Announces, once, that it has become the reader's turn while the page was open. */
function useTurnNotice(line: ApprovalLine | undefined): void {
  const { t } = useTranslation('approvalLine');
  const before = useRef<boolean>(undefined);
  const turn = line?.yourTurn;
  const name = line?.application.name ?? '';
  useEffect(() => {
    if (turn === undefined) return;
    if (before.current === false && turn) {
      toast.info(t('act.title'), { detail: name });
    }
    before.current = turn;
  }, [turn, name, t]);
}
