import { useTranslation } from 'react-i18next';
import { legalDaysOf } from '../../../shared/dataRight/schema.ts';
import { lastSecondAfter } from '../../../shared/request/clock.ts';
import { moment } from '../../../shared/incident/fields.ts';
import type { RequestFormContent } from '../../../shared/requestForm/schema.ts';
import { useServerNow } from '../../clock/serverTime.ts';
import { LoadedInDialog } from '../../records/LoadedRecord.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Card, chakra, Tag, Text, useFormat, VisuallyHidden } from '../../ui/index.ts';
import { useFormContent } from './useFormInForce.ts';
import { MINUTE } from '../../../shared/duration.ts';

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
  const content = useFormContent(requestFormId);
  const settings = trpc.request.settings.get.useQuery({ ws }, { staleTime: MINUTE });
  const isKnown = moment.safeParse(receivedAt).success;
  return (
    <Card title={t('entry.due')}>
      {!isKnown || rightIds.length === 0 || content.data === null ? (
        <Text textStyle="dense">{t('entry.dueHint')}</Text>
      ) : (
        <LoadedInDialog query={content} lines={3}>
          {(form) => (
            <LoadedInDialog query={settings} lines={3}>
              {({ clockStart }) => (
                <Dates
                  rights={form?.rights.filter(({ id }) => rightIds.includes(id)) ?? []}
                  received={Date.parse(receivedAt)}
                  start={clockStart === 'receipt' ? 'receipt' : verified ? 'now' : 'later'}
                />
              )}
            </LoadedInDialog>
          )}
        </LoadedInDialog>
      )}
    </Card>
  );
}

interface DatesProps {
  rights: RequestFormContent['rights'];
  /** ms */
  received: number;
  /** What the organisation's own due dates are counted from. */
  start: 'receipt' | 'now' | 'later';
}

function Dates({ rights, received, start }: DatesProps) {
  const { t } = useTranslation('requestScreen');
  const { date, text, number } = useFormat();
  const now = useServerNow(MINUTE);
  const dates = rights.map(({ id, name, code, days }) => ({
    id,
    name,
    days,
    act: lastSecondAfter(received, legalDaysOf({ code, days })),
    own: start === 'later' ? null : lastSecondAfter(start === 'receipt' ? received : now, days),
  }));
  const first = Math.min(...dates.map(({ act, own }) => Math.min(act, own ?? act)));
  return (
    <>
      <VisuallyHidden role="status">
        {dates.length > 0 && t('entry.dueFirst', { date: date(first, 'long') })}
      </VisuallyHidden>
      <chakra.dl display="grid" gap="3">
        {dates.map(({ id, name, days, act, own }) => (
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
        ))}
      </chakra.dl>
    </>
  );
}
