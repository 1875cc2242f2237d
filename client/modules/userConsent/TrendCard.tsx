import { useTranslation } from 'react-i18next';
import type { ConsentForm } from '../../../shared/userConsent/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { NativeSelect } from '../../ui/form/index.ts';
import { useAnswerOptions } from './answerFilters.ts';
import { Trend, TREND_QUERY, useTrendDays } from './Trend.tsx';

interface TrendCardProps {
  form: ConsentForm;
  /** `version`: the one that is counted; undefined: all. */
  onChoose: (dates: string, version: string | undefined) => void;
}

/** Answers to a form over time, of all versions or of one. */
export default function TrendCard({ form, onChoose }: TrendCardProps) {
  const { ws } = useSession();
  const trend = useTrendDays();
  const { from, to, state } = trend;
  const { version } = state.filters;
  const summary = trpc.userConsent.summary.useQuery(
    { ws, id: form.id, from, to, ...(version && { version: Number(version) }) },
    TREND_QUERY,
  );
  return (
    <Trend trend={trend} summary={summary} onChoose={(first, last) => onChoose(`${first}..${last}`, version)}>
      <VersionSelect
        versions={form.publishedVersion}
        chosen={version}
        onChange={(chosen) => state.setFilter('version', chosen)}
      />
    </Trend>
  );
}

interface VersionSelectProps {
  /** The number of versions; with a single one, there is no selection. */
  versions: number;
  chosen: string | undefined;
  onChange: (version: string) => void;
}

function VersionSelect({ versions, chosen, onChange }: VersionSelectProps) {
  const { t } = useTranslation('userConsent');
  const options = useAnswerOptions().versions(versions).reverse();
  if (versions <= 1) return null;
  return (
    <NativeSelect
      dense
      width="auto"
      aria-label={t('trend.version')}
      value={chosen ?? ''}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{`${t('trend.version')}: ${t('allVersions')}`}</option>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </NativeSelect>
  );
}
