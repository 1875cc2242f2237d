import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dueAfter } from '../../../shared/clock.ts';
import { moment } from '../../../shared/incident/fields.ts';
import { Countdown } from '../../clock/Countdown.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Card, chakra, Stack, Text } from '../../ui/index.ts';
import { MINUTE } from '../../../shared/duration.ts';

const STEPS = ['save', 'send', 'respond', 'notify', 'close'] as const;

/**
 * A form with related information beside it if there is enough space; the information stays visible while the form is
 * scrolled.
 */
export function BesideForm({ rail, children }: { rail: ReactNode; children: ReactNode }) {
  return (
    <chakra.div
      display="grid"
      gap="5"
      alignItems="start"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, {sizes.form}) minmax(0, {sizes.rail})' }}
    >
      {children}
      <chakra.aside minWidth="0" position={{ lg: 'sticky' }} top="4">
        {rail}
      </chakra.aside>
    </chakra.div>
  );
}

/**
 * Displayed beside a new report: the time elapsed since the organisation became aware, and who does what after it is
 * saved.
 */
export function NextSteps({ discoveredAt }: { discoveredAt: string }) {
  const { t } = useTranslation('incident');
  const { ws } = useSession();
  const { data } = trpc.incident.settings.get.useQuery({ ws }, { staleTime: MINUTE });
  return (
    <Stack gap="4">
      {data && (
        <Card title={t('next.clockTitle')}>
          <Aware discoveredAt={discoveredAt} hours={data.authorityHours} />
        </Card>
      )}
      <Card title={t('next.title')}>
        <chakra.ol display="grid" gap="3" ps="5" listStyle="decimal" textStyle="dense">
          {STEPS.map((step) => (
            <li key={step}>{t(`next.${step}`, { hours: data?.authorityHours ?? '–' })}</li>
          ))}
        </chakra.ol>
      </Card>
    </Stack>
  );
}

/** The clock as it is already running: from awareness, independent of when the report is saved. */
function Aware({ discoveredAt, hours }: { discoveredAt: string; hours: number }) {
  const { t } = useTranslation('incident');
  const started = moment.safeParse(discoveredAt).success;
  return (
    <div>
      <Text textStyle="dense" color="muted" mb="1.5">
        {t('next.aware')}
      </Text>
      {started ? (
        <Countdown
          clock={{
            startedAt: discoveredAt,
            dueAt: new Date(dueAfter(Date.parse(discoveredAt), hours)).toISOString(),
            stoppedAt: null,
            endedAt: null,
            outcome: null,
          }}
          size="detail"
        />
      ) : (
        <Text textStyle="dense">{t('next.awareHint', { field: t('field.discoveredAt') })}</Text>
      )}
    </div>
  );
}
