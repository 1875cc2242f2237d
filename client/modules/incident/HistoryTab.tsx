import { useTranslation } from 'react-i18next';
import type { ActivityLog } from '../../../shared/activityLog/schema.ts';
import type { Incident } from '../../../shared/incident/schema.ts';
import { INCIDENT_STATUSES } from '../../../shared/incident/status.ts';
import { Card, chakra, Flex, Stack, Text, useFormat } from '../../ui/index.ts';
import { RecordHistory } from '../../records/RecordHistory.tsx';

/** Moves that the steps above already display. */
const DISPLAYED_ABOVE = [
  'submitted',
  'accepted',
  'rejected',
  'revised',
  'responded',
  'resolved',
  'sentBack',
  'reopened',
].map((name) => `incident.${name}`);

/** The outcome of the clock, if the entry contains it. */
const outcomeOf = ({ changes }: ActivityLog) => changes.find(({ field }) => field === 'outcome')?.newText;

const ACTIONS = [
  'submit',
  'accept',
  'reject',
  'revise',
  'resolve',
  'verify',
  'sendBack',
  'reopen',
  'decideRisk',
  'notify',
  'assign',
  'respond',
  'edit',
  'create',
] as const;

/** Every move of the incident, newest first: who, when, and why. */
export function HistoryTab({ record }: { record: Incident }) {
  const { t } = useTranslation('incident');
  const { dateTime } = useFormat();
  const action = (name: string) => {
    const known = ACTIONS.find((one) => one === name);
    return known ? t(`action.${known}`) : name;
  };
  const status = (name: string) => {
    const known = INCIDENT_STATUSES.find((one) => one === name);
    return known ? t(`status.${known}`) : name;
  };
  const steps = [...record.moves].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return (
    <Stack gap="4">
      <Card title={t('history.title')}>
        {steps.length === 0 ? (
          <Text color="muted">{t('history.none')}</Text>
        ) : (
          <chakra.ol listStyle="none" display="grid" gap="4">
            {steps.map((move) => (
              <li key={move.id}>
                <Flex wrap="wrap" gap="2" alignItems="baseline">
                  <chakra.span fontWeight="semibold">{action(move.action)}</chakra.span>
                  {move.from !== move.to && (
                    <chakra.span textStyle="dense" color="muted">
                      {move.from
                        ? t('history.fromTo', { from: status(move.from), to: status(move.to) })
                        : status(move.to)}
                    </chakra.span>
                  )}
                </Flex>
                {move.reason && (
                  <Text whiteSpace="pre-wrap" overflowWrap="anywhere">
                    {move.reason}
                  </Text>
                )}
                <Text textStyle="dense" color="muted">
                  {move.by?.name ?? t('history.publicForm')} · <time dateTime={move.at}>{dateTime(move.at)}</time>
                </Text>
              </li>
            ))}
          </chakra.ol>
        )}
      </Card>
      <RecordHistory entityId={record.id} title={t('history.changes')} detail={outcomeOf} except={DISPLAYED_ABOVE} />
    </Stack>
  );
}
