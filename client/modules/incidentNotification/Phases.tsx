import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Incident } from '../../../shared/incident/schema.ts';
import type { IncidentNotificationList } from '../../../shared/incidentNotification/schema.ts';
import { Card, chakra, useFormat } from '../../ui/index.ts';

type Standing = 'done' | 'now' | 'later';

/** The progress of reporting to the authority: risk, first report, supplements. */
export function Phases({ incident, sent }: { incident: Incident; sent: IncidentNotificationList['sent'] }) {
  const { t } = useTranslation('incidentNotification');
  const { dateTime } = useFormat();
  const { riskLevel, authorityNotifiedAt, clock, decisions } = incident;
  if (riskLevel === 'NO_RISK' && sent.authority === 0) return null;
  const assessed = riskLevel !== null;
  const notified = authorityNotifiedAt !== null;
  const { supplements } = sent;
  const steps: { key: 'assess' | 'first' | 'supplement'; standing: Standing; note: string }[] = [
    { key: 'assess', standing: assessed ? 'done' : 'now', note: assessed ? dateTime(decisions[0]?.at ?? null) : '' },
    {
      key: 'first',
      standing: notified ? 'done' : assessed ? 'now' : 'later',
      note: notified ? dateTime(authorityNotifiedAt) : t('demand.due', { time: dateTime(clock.dueAt) }),
    },
    {
      key: 'supplement',
      standing: notified ? (supplements > 0 ? 'done' : 'now') : 'later',
      note: supplements > 0 ? t('phases.supplements', { number: supplements }) : t('phases.none'),
    },
  ];
  return (
    <Card>
      <chakra.ol
        aria-label={t('phases.title')}
        listStyle="none"
        display="grid"
        gap="4"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' }}
      >
        {steps.map(({ key, standing, note }, place) => (
          <chakra.li
            key={key}
            display="flex"
            gap="3"
            alignItems="flex-start"
            {...(standing === 'now' && { 'aria-current': 'step' as const })}
          >
            <chakra.span
              aria-hidden
              flexShrink={0}
              display="grid"
              placeItems="center"
              boxSize="8"
              borderRadius="full"
              borderWidth="1px"
              fontWeight="semibold"
              textStyle="dense"
              {...(standing === 'done'
                ? { bg: 'ok.soft', color: 'ok.text', borderColor: 'ok' }
                : standing === 'now'
                  ? { bg: 'accent', color: 'accent.ink', borderColor: 'accent' }
                  : { color: 'muted', borderColor: 'line.strong' })}
            >
              {standing === 'done' ? <Check size={16} /> : place + 1}
            </chakra.span>
            <chakra.div minWidth="0">
              <chakra.div fontWeight="semibold">
                {t(`phases.${key}`)}
                <chakra.span srOnly> · {t(`phases.${standing}`)}</chakra.span>
              </chakra.div>
              <chakra.div textStyle="dense" color="muted">
                {note}
              </chakra.div>
            </chakra.div>
          </chakra.li>
        ))}
      </chakra.ol>
    </Card>
  );
}
