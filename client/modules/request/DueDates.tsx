import { useTranslation } from 'react-i18next';
import { lastSecondAfter } from '../../../shared/request/clock.ts';
import { moment } from '../../../shared/incident/fields.ts';
import { useServerNow } from '../../clock/serverTime.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Card, chakra, Tag, Text, useFormat } from '../../ui/index.ts';
import { useFormContent } from './useFormInForce.ts';

const MINUTE = 60_000;

/** The inputs of the due dates of a request. */
export interface DueFacts {
  requestFormId: string;
  receivedAt: string;
  rightIds: readonly string[];
  verified: boolean;
}

/** Displayed beside a new request: when each of its rights will be due, by the settings and counted from receipt. */
export function DueDates({ requestFormId, receivedAt, rightIds, verified }: DueFacts) {
  const { t } = useTranslation('requestScreen');
  const { ws } = useSession();
  const { date, text, number } = useFormat();
  const content = useFormContent(requestFormId);
  const settings = trpc.request.settings.get.useQuery({ ws }, { staleTime: MINUTE });
  const now = useServerNow(MINUTE);
  const isKnown = moment.safeParse(receivedAt).success;
  const rights = content?.rights.filter(({ id }) => rightIds.includes(id)) ?? [];
  const fromReceipt = settings.data?.clockStart === 'receipt';
  return (
    <Card title={t('entry.due')} role="status">
      {!isKnown || rights.length === 0 ? (
        <Text textStyle="dense">{t('entry.dueHint')}</Text>
      ) : (
        <chakra.dl display="grid" gap="3">
          {rights.map(({ id, name, days }) => {
            const act = lastSecondAfter(Date.parse(receivedAt), days);
            const own = fromReceipt ? act : verified ? lastSecondAfter(now, days) : null;
            return (
              <div key={id}>
                <chakra.dt fontWeight="semibold">
                  {text(name)} · {t('entry.days', { count: days, number: number(days) })}
                </chakra.dt>
                <chakra.dd textStyle="dense">
                  {t('clock.own')}: {own === null ? t('clock.notYet') : date(own, 'long')}
                </chakra.dd>
                <chakra.dd textStyle="dense">
                  {t('clock.act')}: {date(act, 'long')} {act < now && <Tag tone="danger">{t('overdue')}</Tag>}
                </chakra.dd>
              </div>
            );
          })}
        </chakra.dl>
      )}
    </Card>
  );
}
