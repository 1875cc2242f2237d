import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { uuidOf } from '../../uuidOf.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { NativeSelect } from '../../ui/form/index.ts';
import { usePut } from '../userConsent/address.ts';
import { Trend, TREND_QUERY, useTrendDays } from '../userConsent/Trend.tsx';
import { usePurposeOptions } from './usePurposeOptions.ts';
import type { AdminWorkspaces } from './workspaces.ts';

/** Answers over time: of all workspaces or of one, all of them or those that allow one purpose. */
export default function HistoryCard({ workspaces }: { workspaces: AdminWorkspaces }) {
  const { t } = useTranslation('consentAdmin');
  const { ws } = useSession();
  const put = usePut();
  const params = new URLSearchParams(useSearch());
  const inside = uuidOf(params.get('in'));
  const purpose = uuidOf(params.get('purpose'));
  const trend = useTrendDays();
  const { from, to } = trend;
  const history = trpc.consentAdmin.history.useQuery(
    { ws, from, to, ...(inside && { workspaceId: inside }), ...(purpose && { purposeId: purpose }) },
    TREND_QUERY,
  );
  const purposes = usePurposeOptions(inside);
  return (
    <Trend
      trend={trend}
      summary={history}
      onChoose={(first, last) => put({ tab: 'answers', dates: `${first}..${last}`, currentPage: undefined })}
    >
      <Choice
        label={t('dashboard.workspace')}
        all={t('dashboard.allWorkspaces')}
        options={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
        chosen={inside}
        // Forms and purposes belong to one workspace.
        onChange={(value) => put({ in: value, form: undefined, purpose: undefined, currentPage: undefined })}
      />
      <Choice
        label={t('dashboard.purpose')}
        all={t('dashboard.allPurposes')}
        options={purposes}
        chosen={purpose}
        onChange={(value) => put({ purpose: value, currentPage: undefined })}
      />
    </Trend>
  );
}

interface ChoiceProps {
  label: string;
  all: string;
  options: readonly { value: string; label: string }[];
  chosen: string | undefined;
  onChange: (value: string | undefined) => void;
}

function Choice({ label, all, options, chosen, onChange }: ChoiceProps) {
  return (
    <NativeSelect
      dense
      width="auto"
      maxWidth={{ base: 'full', md: '16rem' }}
      aria-label={label}
      value={chosen ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">{all}</option>
      {options.map(({ value, label: name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}
