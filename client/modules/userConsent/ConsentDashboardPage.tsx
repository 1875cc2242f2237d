import { FilePlus2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { CONSENT_INSIGHT_REFRESH } from '../../../shared/constants.ts';
import type { ConsentForm } from '../../../shared/userConsent/schema.ts';
import { useCan, useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  DrawnTogether,
  EmptyState,
  ErrorState,
  lazyScreen,
  LinkButton,
  PageHeader,
  Skeleton,
  Text,
  useFormat,
  Waiting,
} from '../../ui/index.ts';
import { useHref } from './address.ts';
import { NO_FILTERS } from './answerFilters.ts';
import { Figures } from './Figures.tsx';
import { FormPicker } from './FormPicker.tsx';
import { History } from './History.tsx';
import { InsightCards } from './InsightCards.tsx';
import { useChosenForm } from './useChosenForm.ts';

const TrendCard = lazyScreen(() => import('./TrendCard.tsx'));

/** The choices of data subjects on one form: as numbers, over time, and individually with proof. */
export default function ConsentDashboardPage() {
  const { t } = useTranslation('userConsent');
  const mayWrite = useCan('consent.write');
  const { form, missing, none, error, refetch, retrying, choose } = useChosenForm();
  return (
    <>
      <PageHeader title={t('title')} description={t('lead')} />
      {error && !form ? (
        <ErrorState body={error.message} onRetry={refetch} retrying={retrying} />
      ) : none ? (
        <EmptyState
          icon={<FilePlus2 size={24} aria-hidden />}
          title={t('form.noneTitle')}
          body={t('form.noneBody')}
          action={
            mayWrite && (
              <LinkButton look="main" href={pageAddress('consents')}>
                {t('form.noneAction')}
              </LinkButton>
            )
          }
        />
      ) : (
        <>
          <FormPicker form={form} onChoose={choose} />
          {missing ? (
            <EmptyState title={t('form.missingTitle')} body={t('form.missingBody')} />
          ) : form ? (
            <Dashboard key={form.id} form={form} />
          ) : (
            <Figures insight={undefined} />
          )}
        </>
      )}
    </>
  );
}

function Dashboard({ form }: { form: ConsentForm }) {
  const { t } = useTranslation('userConsent');
  const { ws } = useSession();
  const { date, time } = useFormat();
  const [, navigate] = useLocation();
  const hrefOf = useHref();
  const subjectState = useState('');
  const [, setUid] = subjectState;
  /** The history of exactly the rows that a bar counts. */
  const rowsOf = (filters: { dates?: string; version?: string | undefined; source?: string }) =>
    `${hrefOf({ ...NO_FILTERS, ...filters })}#history`;
  const insight = trpc.userConsent.insight.useQuery({ ws, id: form.id }, { refetchInterval: CONSENT_INSIGHT_REFRESH });
  return (
    <DrawnTogether>
      <Figures insight={insight.data} />
      {/* Nothing to chart before the first answer. */}
      {insight.data?.submissions !== 0 && (
        <>
          <InsightCards
            insight={insight.data}
            error={insight.error}
            onRetry={() => void insight.refetch()}
            sourceHref={(source) => rowsOf({ source })}
            onSource={() => setUid('')}
          />
          {insight.data && (
            <Text textStyle="small" color="muted" mt="-4" mb="6" textAlign="end">
              {t('asOf', { time: `${date(insight.data.asOf)} ${time(insight.data.asOf, true)}` })}
            </Text>
          )}
          <Suspense
            fallback={
              <Waiting>
                <Skeleton height="20rem" mb="6" />
              </Waiting>
            }
          >
            <TrendCard
              form={form}
              onChoose={(dates, version) => {
                setUid('');
                navigate(rowsOf({ dates, version }));
              }}
            />
          </Suspense>
        </>
      )}
      <History form={form} insight={insight.data} subjectState={subjectState} />
    </DrawnTogether>
  );
}
