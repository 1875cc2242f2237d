import { useTranslation } from 'react-i18next';
import { MINUTE } from '../../../shared/duration.ts';
import type { RequestProgress } from '../../../shared/requestMessage/schema.ts';
import { closingText } from '../../../shared/request/grounds.ts';
import { isClosed } from '../../../shared/request/stage.ts';
import { DaysLeft } from '../../clock/DaysLeft.tsx';
import { useServerNow } from '../../clock/serverTime.ts';
import { readingOf } from '../../clock/useClock.ts';
import { Card, chakra, Flex, Stack, Text, useFormat } from '../../ui/index.ts';

type Right = RequestProgress['rights'][number];

/** Each requested right: its status in plain words, its due date, or its result. */
export function RightsCard({ progress }: { progress: RequestProgress }) {
  const { t } = useTranslation('requestPage');
  const { dateTime, text } = useFormat();
  return (
    <Card title={t('now')}>
      <Text textStyle="dense" color="muted">
        {t('received', { date: dateTime(progress.receivedAt, 'long') })}
      </Text>
      <Stack as="ul" gap="5" listStyle="none" mt="3">
        {progress.rights.map((right) => (
          <chakra.li key={right.id} display="grid" gap="1">
            <Flex columnGap="3" rowGap="1" flexWrap="wrap" alignItems="center">
              <chakra.h3 fontWeight="semibold">{text(right.name)}</chakra.h3>
              {right.clock && !isClosed(right.stage) && <DaysLeft clock={right.clock} />}
            </Flex>
            <Text role="status">{t(stateOf(right))}</Text>
            {isClosed(right.stage) ? <Outcome right={right} /> : <Dates right={right} />}
          </chakra.li>
        ))}
      </Stack>
      <Text textStyle="small" color="muted" mt="4" data-screen="">
        {t('live')}
      </Text>
    </Card>
  );
}

/** The text of where a right stands. */
function stateOf({ stage, inPart, answerFollows }: Right) {
  if (inPart) return answerFollows ? 'inPartFollows' : 'inPart';
  return answerFollows ? 'answerFollows' : (`stage.${stage}` as const);
}

function Dates({ right: { code, clock, legalDueAt } }: { right: Right }) {
  const { t } = useTranslation('requestPage');
  const { date } = useFormat();
  const now = useServerNow(MINUTE);
  const isLate = clock
    ? readingOf(clock, now).state === 'overdue'
    : legalDueAt !== null && Date.parse(legalDueAt) < now;
  return (
    <chakra.div textStyle="dense" color="muted">
      {!clock && !legalDueAt && <p>{t('notStarted')}</p>}
      {isLate ? (
        <p>{t('late')}</p>
      ) : (
        clock && <p>{t(clock.stoppedAt ? 'paused' : 'due', { date: date(clock.dueAt, 'long') })}</p>
      )}
      {legalDueAt && <p>{t(`legal.${code as 'ACCESS' | 'ERASURE'}`, { date: date(legalDueAt, 'long') })}</p>}
    </chakra.div>
  );
}

function Outcome({ right: { closedAt, refusal, outcome, inPart } }: { right: Right }) {
  const { t } = useTranslation(['requestPage', 'request']);
  const { dateTime } = useFormat();
  return (
    <>
      {refusal && (
        <chakra.div bg="subtle" borderRadius="control" p="3" overflowWrap="anywhere">
          <p>
            {t(`outcome.${closingText(refusal)}`, {
              section: refusal.section ?? '',
              ground: t(`request:ground.${refusal.groundCode as 'LAW'}`),
            })}
          </p>
          {refusal.reason && <chakra.p whiteSpace="pre-wrap">{t('reason', { reason: refusal.reason })}</chakra.p>}
          <p>{t('mayComplain')}</p>
        </chakra.div>
      )}
      {outcome && (
        <chakra.p bg="subtle" borderRadius="control" p="3" overflowWrap="anywhere" whiteSpace="pre-wrap">
          {t('result', { result: outcome })}
        </chakra.p>
      )}
      {inPart && <Text>{t('mayComplain')}</Text>}
      {closedAt && (
        <Text textStyle="dense" color="muted">
          {t('closedAt', { date: dateTime(closedAt, 'long') })}
        </Text>
      )}
    </>
  );
}
