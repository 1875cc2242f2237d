import { FileUp, History as HistoryIcon, Link2, ReceiptText, ScrollText } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import {
  CONSENT_ACTIONS,
  type ConsentForm,
  type ConsentInsight,
  USER_CONSENT_LIST,
  type UserConsentFilters,
  type UserConsentItem,
} from '../../../shared/userConsent/schema.ts';
import { addDays, startOfDay } from '../../format.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Box, EmptyState, Flex, Heading, LinkButton, type MenuItem, useFormat } from '../../ui/index.ts';
import { DataTable, type DayRange, LIST_QUERY, tableQuery, useList } from '../../ui/table/index.ts';
import { ExportButton } from '../export/ExportButton.tsx';
import { UNNAMED, usePut, uuidOf } from './address.ts';
import { useColumns } from './columns.tsx';
import { FindSubject } from './FindSubject.tsx';
import { LinkDialog, type LinkWanted } from './LinkDialog.tsx';
import { ProofDrawer } from './ProofDrawer.tsx';
import { SubjectDrawer } from './SubjectDrawer.tsx';
import { useFrozenRows } from './useFrozenRows.ts';
import { useReceipts } from './useReceipts.ts';

const ACTIONS = [...CONSENT_ACTIONS, 'CHANGED'] as const;
/** Instants of the server's filter: the day after the last one is its end, which is not included. */
export const instantsOf = (dates: DayRange | undefined) =>
  dates ? { from: dates.start, to: startOfDay(addDays(dates.to, 1)) } : {};

/** Every answer to a form, with proof, receipt and the data subject's time line behind each. */
export function History({ form, insight }: { form: ConsentForm; insight: ConsentInsight | undefined }) {
  const { t } = useTranslation('userConsent');
  const { ws } = useSession();
  const { dateTime, text } = useFormat();
  const mayImport = useCan('consent.write');
  const mayOpen = useCan('consent.read');
  const put = usePut();
  const search = useSearch();
  const proof = uuidOf(new URLSearchParams(search).get('proof'));
  const place = useRef<HTMLDivElement>(null);
  // A bar of a chart leads to the rows behind it.
  useEffect(() => {
    if (location.hash === '#history') place.current?.scrollIntoView();
  }, [search]);
  // Not in the address: an id of a person would stay in logs and histories.
  const [uid, setUid] = useState('');
  const [subject, setSubject] = useState<string>();
  const [link, setLink] = useState<LinkWanted | null>(null);
  const { issue } = useReceipts();
  const control = useList(USER_CONSENT_LIST, { params: { purposeId: 'purpose' }, more: { dates: 'range' } });
  const { state } = control;
  const { query: _, ...criteria } = control.criteria;
  const filters: UserConsentFilters = { ...criteria, ...instantsOf(state.filters.dates), uid: uid || undefined };
  const { currentPage, pageSize, sortDirection } = state.input;
  const input = { ws, id: form.id, currentPage, pageSize, sortDirection, ...filters };
  const list = trpc.userConsent.history.useQuery(input, LIST_QUERY);
  const frozen = useFrozenRows(list, JSON.stringify(input));
  const columns = useColumns({ onProof: (id) => put({ proof: id }), onSubject: setSubject });

  // The uid is a filter like the others, only kept elsewhere.
  const narrowed: typeof state = {
    ...state,
    narrowed: state.narrowed || uid !== '',
    clear: () => {
      setUid('');
      state.clear();
    },
  };
  const find = (wanted: string) => {
    setUid(wanted);
    if (currentPage > 1) state.setPage(1);
  };
  const actions = (row: UserConsentItem): MenuItem[] => [
    { key: 'proof', label: t('history.proof'), icon: <ScrollText />, onSelect: () => put({ proof: row.id }) },
    { key: 'receipt', label: t('history.receipt'), icon: <ReceiptText />, onSelect: () => void issue(row.id) },
    {
      key: 'subject',
      label: t('history.subject'),
      icon: <HistoryIcon />,
      onSelect: () => setSubject(row.uid),
      separated: true,
    },
    {
      key: 'link',
      label: t('history.link'),
      icon: <Link2 />,
      onSelect: () => setLink({ consentId: form.id, uid: row.uid }),
    },
  ];
  const options = <Value extends string | number>(values: readonly Value[], label: (value: Value) => string) =>
    values.map((value) => ({ value: String(value), label: label(value) }));

  return (
    <Box ref={place} as="section" id="history" aria-label={t('history.title')} scrollMarginTop="20">
      <Flex wrap="wrap" alignItems="center" gap="2" mb="3">
        <Heading flex="1" minWidth="10rem">
          {t('history.title')}
        </Heading>
        {mayImport && (
          <LinkButton href={pageAddress('consentImport', { form: form.id })} icon={<FileUp aria-hidden />}>
            {t('import')}
          </LinkButton>
        )}
        <ExportButton kind="user-consents" formats={['xlsx', 'csv']} subjectId={form.id} input={filters} />
      </Flex>
      <FindSubject uid={uid} onFind={find} onOpen={() => setSubject(uid)} />
      <DataTable
        id="userConsents"
        caption={t('history.title')}
        columns={columns}
        {...tableQuery(list)}
        data={frozen.data}
        pendingCount={frozen.pending}
        onShowPending={frozen.show}
        state={narrowed}
        searchable={false}
        filters={[
          { kind: 'range', key: 'dates', label: t('history.dates') },
          control.filter(
            'action',
            t('history.action'),
            options(ACTIONS, (one) => t(`action.${one}`)),
          ),
          control.filter(
            'purposeId',
            t('history.purposes'),
            (insight?.purposes ?? []).map(({ id, title }) => ({ value: id, label: text(title) })),
          ),
          control.filter(
            'version',
            t('history.version'),
            options(
              Array.from({ length: form.publishedVersion }, (_version, index) => form.publishedVersion - index),
              (number) => t('form.version', { number }),
            ),
          ),
          control.filter(
            'source',
            t('history.source'),
            options(
              (insight?.sources ?? []).map(({ name }) => name || UNNAMED),
              (name) => (name === UNNAMED ? t('sources.unnamed') : name),
            ),
          ),
        ]}
        rowKey={(row) => row.id}
        rowName={(row) => `${row.uid} ${dateTime(row.at)}`}
        rowActions={actions}
        emptyState={
          <EmptyState
            title={t(form.publishedVersion > 0 ? 'history.emptyTitle' : 'history.draftTitle')}
            body={t(form.publishedVersion > 0 ? 'history.emptyBody' : 'history.draftBody')}
            action={
              mayOpen && (
                <LinkButton
                  look="main"
                  href={
                    form.publishedVersion > 0
                      ? recordAddress('consent', form.id, { tab: 'channels' })
                      : recordAddress('consent', form.id)
                  }
                >
                  {t(form.publishedVersion > 0 ? 'history.emptyAction' : 'history.draftAction')}
                </LinkButton>
              )
            }
          />
        }
      />
      <ProofDrawer
        id={proof}
        onClose={() => put({ proof: undefined })}
        onSubject={(wanted) => {
          put({ proof: undefined });
          setSubject(wanted);
        }}
      />
      <SubjectDrawer
        uid={subject}
        onClose={() => setSubject(undefined)}
        onProof={(id) => {
          setSubject(undefined);
          put({ proof: id });
        }}
      />
      <LinkDialog wanted={link} onClose={() => setLink(null)} />
    </Box>
  );
}
