import { CircleDashed, Globe, ShieldAlert, ShieldCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RiskLevel } from '../../../shared/incident/riskLevel.ts';
import type { Incident } from '../../../shared/incident/schema.ts';
import type { IncidentStatus } from '../../../shared/incident/status.ts';
import { GlowOnChange, StatusTag, Tag } from '../../ui/index.ts';

const STATUS_TONES = {
  WAITING: 'live',
  PENDING: 'live',
  ACTIVE: 'accent',
  RESPONDED: 'live',
  RESOLVED: 'ok',
  REJECTED: 'warn',
} as const satisfies Record<IncidentStatus, string>;
const RISK_LOOKS = {
  NO_RISK: { tone: 'ok', Icon: ShieldCheck },
  POSSIBLE_RISK: { tone: 'warn', Icon: TriangleAlert },
  HIGH_RISK: { tone: 'warn', Icon: ShieldAlert },
} as const satisfies Record<RiskLevel, unknown>;

/** The status of an incident; highlighted briefly when it changes while displayed. */
export function IncidentStatusTag({ status, isPublic = false }: { status: IncidentStatus; isPublic?: boolean }) {
  const { t } = useTranslation('incident');
  // Nobody of the workspace edits it: it waits for a review.
  const label = isPublic && status === 'WAITING' ? t('public.waits') : t(`status.${status}`);
  return (
    <GlowOnChange value={status}>
      <StatusTag tone={STATUS_TONES[status]}>{label}</StatusTag>
    </GlowOnChange>
  );
}

/** The risk as decided, or that it is undecided. */
export function RiskTag({ risk }: { risk: RiskLevel | null }) {
  const { t } = useTranslation('incident');
  const look = risk && RISK_LOOKS[risk];
  return (
    <GlowOnChange value={risk}>
      {look ? (
        <Tag tone={look.tone} icon={<look.Icon aria-hidden />}>
          {t(`riskLevel.${risk}`)}
        </Tag>
      ) : (
        <Tag icon={<CircleDashed aria-hidden />}>{t('undecided')}</Tag>
      )}
    </GlowOnChange>
  );
}

/** Marks reports of the public form: not vouched for by anyone of the organisation. */
export function PublicTag() {
  const { t } = useTranslation('incident');
  return <Tag icon={<Globe aria-hidden />}>{t('public.tag')}</Tag>;
}

/** Displayed beside an incident's name: its number, status, risk, and whether it came by the public form. */
export function IncidentTags({
  incident: { number, status, riskLevel, reportedBy },
}: {
  incident: Pick<Incident, 'number' | 'status' | 'riskLevel' | 'reportedBy'>;
}) {
  const { t } = useTranslation('incident');
  return (
    <>
      <Tag>{t('number', { number })}</Tag>
      <IncidentStatusTag status={status} isPublic={reportedBy === null} />
      <RiskTag risk={riskLevel} />
      {reportedBy === null && <PublicTag />}
    </>
  );
}
