import { FileUp, History as HistoryIcon, Link2, ReceiptText, ScrollText } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { uuidOf } from '../../uuidOf.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import {
  type ConsentForm,
  type ConsentInsight,
  USER_CONSENT_LIST,
  type UserConsentFilters,
  type UserConsentItem,
} from '../../../shared/userConsent/schema.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, EmptyState, Flex, Heading, LinkButton, type MenuItem, useFormat } from '../../ui/index.ts';
import { DataTable, type Filter, LIST_QUERY, tableQuery, useList } from '../../ui/table/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { UNNAMED, usePut } from './address.ts';
import { instantsOf, type SubjectState, useAnswerOptions, useSubjectFilter } from './answerFilters.ts';
import { useColumns } from './columns.tsx';
import { FindSubject } from './FindSubject.tsx';
import { LinkDialog, type LinkWanted } from './LinkDialog.tsx';
import { ProofDrawer } from './ProofDrawer.tsx';
import { SubjectDrawer } from './SubjectDrawer.tsx';
import { useReceipts } from './useReceipts.ts';

interface HistoryProps {
  form: ConsentForm;
  insight: ConsentInsight | undefined;
  subjectState: SubjectState;
}

/** Every answer to a form, with links to its proof, its receipt and the data subject's history. */
export function History({ form, insight, subjectState }: HistoryProps) {
  const { t } = useTranslation('userConsent');
  const { t: pageName } = useTranslation('pages');
  const { dateTime } = useFormat();
  const put = usePut();
  const search = useSearch();
  const proof = uuidOf(new URLSearchParams(search).get('proof'));
  const place = useRef<HTMLDivElement>(null);
  // A bar of a chart links to the rows it counts.
  useEffect(() => {
    if (location.hash === '#history') place.current?.scrollIntoView();
  }, [search]);
  const [subject, setSubject] = useState<string>();
  const [link, setLink] = useState<LinkWanted | null>(null);
  const openProof = (id: string) => put({ proof: id });
  const closeProof = () => put({ proof: undefined });
  const rowActions = useAnswerActions({
    onProof: openProof,
    onSubject: setSubject,
    onLink: (uid) => setLink({ consentId: form.id, uid }),
  });
  const { uid, find, criteria, control, table } = useAnswers(form, subjectState);
  const filters = useFilters(control, { form, insight });
  const columns = useColumns({ onProof: openProof, onSubject: setSubject });
  return (
    <Box ref={place} as="section" id="history" aria-label={t('history.title')} scrollMarginTop="20">
      <Head form={form} criteria={criteria} />
      <FindSubject uid={uid} onFind={find} onOpen={() => setSubject(uid)}>
        <LinkButton
          size="sm"
          look="quiet"
          minHeight="9"
          href={pageAddress('userConsentReceipt')}
          icon={<ReceiptText aria-hidden />}
        >
          {pageName('userConsentReceipt')}
        </LinkButton>
      </FindSubject>
      <DataTable
        id="userConsents"
        caption={t('history.title')}
        columns={columns}
        {...table}
        searchable={false}
        filters={filters}
        rowKey={(row) => row.id}
        rowName={(row) => `${row.uid} ${dateTime(row.at)}`}
        rowActions={rowActions}
        emptyState={<NoAnswers form={form} />}
      />
      <ProofDrawer
        id={proof}
        onClose={closeProof}
        onSubject={(wanted) => {
          closeProof();
          setSubject(wanted);
        }}
      />
      <SubjectDrawer
        uid={subject}
        onClose={() => setSubject(undefined)}
        onProof={(id) => {
          setSubject(undefined);
          openProof(id);
        }}
      />
      <LinkDialog wanted={link} onClose={() => setLink(null)} />
    </Box>
  );
}

/** The answers of the table, filtered and optionally limited to one data subject. */
function useAnswers(form: ConsentForm, subjectState: SubjectState) {
  const { ws } = useSession();
  const control = useList(USER_CONSENT_LIST, { params: { purposeId: 'purpose' }, more: { dates: 'range' } });
  const { uid, find, state } = useSubjectFilter(control.state, subjectState);
  const { query: _, ...chosen } = control.criteria;
  const criteria: UserConsentFilters = { ...chosen, ...instantsOf(state.filters.dates), uid: uid || undefined };
  const { currentPage, pageSize, sortDirection } = state.input;
  const input = { ws, id: form.id, currentPage, pageSize, sortDirection, ...criteria };
  const list = trpc.userConsent.history.useQuery(input, LIST_QUERY);
  return {
    uid,
    find,
    criteria,
    control,
    table: { ...tableQuery(list), state },
  };
}

function useFilters(
  { filter }: ReturnType<typeof useAnswers>['control'],
  { form, insight }: Pick<HistoryProps, 'form' | 'insight'>,
): Filter[] {
  const { t } = useTranslation('userConsent');
  const { text } = useFormat();
  const { actions, versions } = useAnswerOptions();
  return [
    { kind: 'range', key: 'dates', label: t('history.dates') },
    filter('action', t('history.action'), actions),
    filter(
      'purposeId',
      t('history.purposes'),
      (insight?.purposes ?? []).map(({ id, title }) => ({ value: id, label: text(title) })),
    ),
    filter('version', t('history.version'), versions(form.publishedVersion).reverse()),
    filter(
      'source',
      t('history.source'),
      (insight?.sources ?? []).map(({ name }) => ({ value: name || UNNAMED, label: name || t('sources.unnamed') })),
    ),
  ];
}

function useAnswerActions({
  onProof,
  onSubject,
  onLink,
}: {
  onProof: (id: string) => void;
  onSubject: (uid: string) => void;
  onLink: (uid: string) => void;
}): (row: UserConsentItem) => MenuItem[] {
  const { t } = useTranslation('userConsent');
  const { issue } = useReceipts();
  const mayLink = useCan('consent.publish');
  return ({ id, uid }) => [
    { key: 'proof', label: t('history.proof'), icon: <ScrollText />, onSelect: () => onProof(id) },
    { key: 'receipt', label: t('history.receipt'), icon: <ReceiptText />, onSelect: () => void issue(id) },
    {
      key: 'subject',
      label: t('history.subject'),
      icon: <HistoryIcon />,
      onSelect: () => onSubject(uid),
      separated: true,
    },
    ...(mayLink ? [{ key: 'link', label: t('history.link'), icon: <Link2 />, onSelect: () => onLink(uid) }] : []),
  ];
}

function Head({ form, criteria }: { form: ConsentForm; criteria: UserConsentFilters }) {
  const { t } = useTranslation('userConsent');
  const mayImport = useCan('consent.write');
  return (
    <Flex wrap="wrap" alignItems="center" gap="2" mb="3">
      <Heading flex="1" minWidth="10rem">
        {t('history.title')}
      </Heading>
      {mayImport && (
        <LinkButton href={pageAddress('consentImport', { form: form.id })} icon={<FileUp aria-hidden />}>
          {t('import')}
        </LinkButton>
      )}
      <ExportButton kind="user-consents" formats={['xlsx', 'csv']} subjectId={form.id} input={criteria} />
    </Flex>
  );
}

/** A form without answers: explains how it receives answers, or that it is not published. */
function NoAnswers({ form }: { form: ConsentForm }) {
  const { t } = useTranslation('userConsent');
  const mayOpen = useCan('consent.read');
  const published = form.publishedVersion > 0;
  return (
    <EmptyState
      title={t(published ? 'history.emptyTitle' : 'history.draftTitle')}
      body={t(!published ? 'history.draftBody' : mayOpen ? 'history.emptyBody' : 'history.emptyReader')}
      action={
        mayOpen && (
          <LinkButton look="main" href={recordAddress('consent', form.id, published ? { tab: 'channels' } : {})}>
            {t(published ? 'history.emptyAction' : 'history.draftAction')}
          </LinkButton>
        )
      }
    />
  );
}
