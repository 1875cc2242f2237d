import { useTranslation } from 'react-i18next';
import { CONSENT_ACTIONS, type ConsentInsight } from '../../../shared/userConsent/schema.ts';
import { BarList, ChartCard } from '../../ui/chart/index.ts';
import { GlowOnChange, Grid, Text, useFormat } from '../../ui/index.ts';
import { UNNAMED } from './address.ts';

/** The number of sources displayed as bars; the table contains all. */
const DISPLAYED = 8;

interface CardProps {
  insight: ConsentInsight | undefined;
  error: { message: string } | null;
  onRetry: () => void;
}

interface InsightCardsProps extends CardProps {
  /** Address of the history filtered by a source. */
  sourceHref: (source: string) => string;
  /** Runs when that address is opened. */
  onSource: () => void;
}

/** The current choices of data subjects, by answer and by purpose, and the sources of answers. */
export function InsightCards({ sourceHref, onSource, ...card }: InsightCardsProps) {
  return (
    <Grid
      gap="4"
      mb="6"
      alignItems="start"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))', xl: 'repeat(3, minmax(0, 1fr))' }}
    >
      <NowCard {...card} />
      <PurposesCard {...card} />
      <SourcesCard {...card} sourceHref={sourceHref} onSource={onSource} />
    </Grid>
  );
}

/** Numbers of data subjects, as a share of all who answered. */
function useShares(subjects: number) {
  const { t } = useTranslation('userConsent');
  const { number, percent } = useFormat();
  const share = (part: number) => percent(part / Math.max(1, subjects), 1);
  return {
    share,
    numberAndShare: (value: number) => t('now.numberAndShare', { number: number(value), percent: share(value) }),
  };
}

function NowCard({ insight, ...failed }: CardProps) {
  const { t } = useTranslation('userConsent');
  const { number } = useFormat();
  const subjects = insight?.subjects ?? 0;
  const { share, numberAndShare } = useShares(subjects);
  const standings = insight
    ? [
        ...CONSENT_ACTIONS.map((action) => ({ key: action, label: t(`action.${action}`), value: insight.now[action] })),
        ...(insight.expired > 0 ? [{ key: 'EXPIRED', label: t('now.expired'), value: insight.expired }] : []),
      ]
    : [];
  return (
    <ChartCard
      title={t('now.title')}
      lead={
        insight && (
          <GlowOnChange value={JSON.stringify(insight.now)}>
            {t('now.lead', { count: subjects, number: number(subjects) })}
          </GlowOnChange>
        )
      }
      table={
        insight && {
          caption: t('now.title'),
          headers: [t('now.choice'), t('now.subjects'), t('now.share')],
          rows: standings.map(({ key, label, value }) => ({ key, cells: [label, value, share(value)] })),
        }
      }
      {...failed}
    >
      {insight && insight.askAgain > 0 && (
        <Text textStyle="small" color="muted" mb="2">
          {t('now.askAgain', { number: number(insight.askAgain) })}
        </Text>
      )}
      {insight && (
        <BarList
          unit={numberAndShare}
          bars={standings.map(({ key, label, value }) => ({
            key,
            label,
            value,
            of: subjects,
            tone: key === 'ALL' || key === 'ACCEPT' ? 'accent' : 'muted',
          }))}
        />
      )}
    </ChartCard>
  );
}

function PurposesCard({ insight, ...failed }: CardProps) {
  const { t } = useTranslation('userConsent');
  const { text } = useFormat();
  const subjects = insight?.subjects ?? 0;
  const { share, numberAndShare } = useShares(subjects);
  const purposes = [...(insight?.purposes ?? [])].sort((one, other) => other.allowing - one.allowing);
  return (
    <ChartCard
      title={t('purposes.title')}
      lead={insight && t('purposes.lead')}
      table={
        insight && {
          caption: t('purposes.title'),
          headers: [t('purposes.purpose'), t('purposes.allowing'), t('now.share')],
          rows: purposes.map(({ id, title, allowing }) => ({
            key: id,
            cells: [text(title), allowing, share(allowing)],
          })),
        }
      }
      {...failed}
    >
      {purposes.length === 0 ? (
        <Text color="muted">{t('purposes.none')}</Text>
      ) : (
        <BarList
          unit={numberAndShare}
          bars={purposes.map(({ id, title, allowing }) => ({
            key: id,
            label: text(title),
            value: allowing,
            of: subjects,
          }))}
        />
      )}
    </ChartCard>
  );
}

function SourcesCard({ insight, sourceHref, onSource, ...failed }: InsightCardsProps) {
  const { t } = useTranslation('userConsent');
  const { number } = useFormat();
  const sources = [...(insight?.sources ?? [])].sort(
    (one, other) => other.submissions - one.submissions || Number(other.name !== '') - Number(one.name !== ''),
  );
  const sourceName = (name: string) => name || t('sources.unnamed');
  return (
    <ChartCard
      title={t('sources.title')}
      lead={insight && t('sources.lead')}
      table={
        insight && {
          caption: t('sources.title'),
          headers: [t('sources.source'), t('sources.submissions')],
          rows: [
            ...sources.map(({ name, submissions }) => ({ key: `s${name}`, cells: [sourceName(name), submissions] })),
            ...(insight.otherSources > 0 ? [{ key: 'others', cells: [t('sources.rest'), insight.otherSources] }] : []),
          ],
        }
      }
      {...failed}
    >
      {sources.length === 0 ? (
        <Text color="muted">{t('sources.none')}</Text>
      ) : (
        <>
          <BarList
            bars={sources.slice(0, DISPLAYED).map(({ name, submissions }) => ({
              key: name,
              label: sourceName(name),
              value: submissions,
              href: sourceHref(name || UNNAMED),
              onOpen: onSource,
            }))}
          />
          {sources.length > DISPLAYED && (
            <Text textStyle="small" color="muted" mt="2">
              {t('sources.others', { number: number(sources.length - DISPLAYED) })}
            </Text>
          )}
        </>
      )}
    </ChartCard>
  );
}
