import { BellRing, CircleCheck, CircleMinus, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Incident } from '../../../shared/incident/schema.ts';
import { type MailCounts, reachedOf } from '../../../shared/incidentNotification/schema.ts';
import { BothStarts } from '../incident/BothStarts.tsx';
import { Box, Card, chakra, GlowOnChange, LinkButton, Stack, Tag, Text, useFormat } from '../../ui/index.ts';
import { incidentHref } from '../incident/address.ts';

/** The duties that the risk level implies, which of them are fulfilled, and where the reasons are recorded. */
export function Demands({ incident, subjectMails }: { incident: Incident; subjectMails: MailCounts | null }) {
  const { t } = useTranslation('incidentNotification');
  const { dateTime } = useFormat();
  const { id, status, riskLevel, clock, authorityNotifiedAt, subjectsNotifiedAt, lateReason } = incident;
  return (
    <Card title={t('demand.title')} data-demands="">
      <Stack gap="4">
        <Text>{t(riskLevel === null ? 'demand.undecided' : `demand.${riskLevel}`)}</Text>
        {riskLevel !== null && (
          <chakra.dl display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="3">
            <Duty
              name={t('demand.authority')}
              needed={riskLevel !== 'NO_RISK'}
              at={authorityNotifiedAt}
              isLate={clock.outcome === 'late'}
            >
              {t('demand.due', { time: dateTime(clock.dueAt) })}
            </Duty>
            <Duty
              name={t('demand.subjects')}
              needed={riskLevel === 'HIGH_RISK'}
              at={subjectsNotifiedAt}
              isLate={false}
              showsAlways
            >
              {subjectMails && <Reached mails={subjectMails} />}
            </Duty>
          </chakra.dl>
        )}
        {lateReason !== '' && (
          <Box>
            <Text fontWeight="semibold" textStyle="dense">
              {t('demand.lateReason')}
            </Text>
            <Text textStyle="dense" whiteSpace="pre-line" overflowWrap="anywhere">
              {lateReason}
            </Text>
          </Box>
        )}
        {riskLevel === null && (
          <chakra.div>
            <LinkButton href={incidentHref(id)}>{t('demand.decide')}</LinkButton>
          </chakra.div>
        )}
        {riskLevel === 'NO_RISK' && (
          <chakra.div>
            <LinkButton href={`${incidentHref(id)}?tab=decision`}>{t('demand.dossier')}</LinkButton>
          </chakra.div>
        )}
        {riskLevel !== 'NO_RISK' && status !== 'REJECTED' && <BothStarts clock={clock} />}
        <Text textStyle="small" color="muted">
          {t('demand.section')}
        </Text>
        <Text textStyle="small" color="muted">
          {t('demand.processor')}
        </Text>
      </Stack>
    </Card>
  );
}

/** How many of the data subjects written to were reached, and why the others do not count as notified. */
function Reached({ mails }: { mails: MailCounts }) {
  const { t } = useTranslation('incidentNotification');
  const { number } = useFormat();
  const { total, waiting, failed, otherwise, givenUp } = mails;
  return (
    <GlowOnChange value={JSON.stringify(mails)}>
      <Stack gap="1" role="status" data-reached="">
        <Text textStyle="dense">{t('demand.part', { reached: number(reachedOf(mails)), total: number(total) })}</Text>
        {waiting > 0 && <Text textStyle="dense">{t('demand.partWaiting', { number: number(waiting) })}</Text>}
        {otherwise + givenUp > 0 && (
          <Text textStyle="dense">
            {t('demand.partSettled', { otherwise: number(otherwise), givenUp: number(givenUp) })}
          </Text>
        )}
        {failed > 0 && <Text textStyle="dense">{t('demand.partFailed', { number: number(failed) })}</Text>}
      </Stack>
    </GlowOnChange>
  );
}

/**
 * One party that the act may require to be notified: notified, outstanding or not required. `showsAlways`: the content
 * below stays after notification.
 */
function Duty({
  name,
  needed,
  at,
  isLate,
  showsAlways = false,
  children,
}: {
  name: string;
  needed: boolean;
  at: string | null;
  isLate: boolean;
  showsAlways?: boolean;
  children?: ReactNode;
}) {
  const { t } = useTranslation('incidentNotification');
  const { dateTime } = useFormat();
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="2" alignItems="center" borderTopWidth="1px" pt="3">
      <chakra.dt flex="1" minWidth="7rem" fontWeight="semibold">
        {name}
      </chakra.dt>
      <dd>
        <GlowOnChange value={at}>
          {at !== null ? (
            <Tag
              tone={isLate ? 'warn' : 'ok'}
              icon={isLate ? <CircleMinus aria-hidden /> : <CircleCheck aria-hidden />}
            >
              {t(isLate ? 'demand.notifiedLate' : 'demand.notified', { time: dateTime(at) })}
            </Tag>
          ) : needed ? (
            <Tag tone="live" icon={<BellRing aria-hidden />}>
              {t('demand.owed')}
            </Tag>
          ) : (
            <Tag icon={<CircleX aria-hidden />}>{t('demand.notNeeded')}</Tag>
          )}
        </GlowOnChange>
      </dd>
      {needed && children && (at === null || showsAlways) && (
        <chakra.dd flexBasis="full" textStyle="dense" color="muted">
          {children}
        </chakra.dd>
      )}
    </chakra.div>
  );
}
