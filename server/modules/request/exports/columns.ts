import type { Clock } from '../../../../shared/clock.ts';
import { datesBetween } from '../../../../shared/dayCount.ts';
import { requestReference } from '../../../../shared/request/reference.ts';
import { STATUS_OF } from '../../../../shared/request/stage.ts';
import type { Column } from '../../../platform/exports/sheet.ts';
import { translate } from '../../../platform/i18n.ts';
import type { RequestJob, RequestLine } from './rows.ts';

type RequestColumn = Column<RequestLine>;
const dateOf = (at: string | null | undefined): Date | null => (at ? new Date(at) : null);
const dueOf = (clock: Clock | null): Date | null => dateOf(clock?.dueAt);

/** Days to the due date, below 0 once it has passed; while it is paused, as of then. Empty for a closed right. */
function daysLeft({ clock, legalClock, closedAt }: RequestLine['right'], at: Date): number | null {
  const counted = clock ?? legalClock;
  if (!counted || closedAt !== null) return null;
  return datesBetween(counted.stoppedAt ? Date.parse(counted.stoppedAt) : at.getTime(), Date.parse(counted.dueAt));
}

/** Every column, in the language of the job. */
export function requestColumns({ locale, requestedAt }: Pick<RequestJob, 'locale' | 'requestedAt'>): RequestColumn[] {
  const t = (key: string) => translate(locale, key);
  const column = (
    key: string,
    width: number,
    value: RequestColumn['value'],
    type?: RequestColumn['type'],
  ): RequestColumn => ({ key, header: t(`request:export.${key}`), width, value, ...(type && { type }) });
  return [
    column('number', 14, ({ request }) => requestReference(request.number)),
    column('status', 18, ({ request }) => t(`request:status.${request.status}`)),
    column('receivedAt', 18, ({ request }) => dateOf(request.receivedAt), 'dateTime'),
    column('channel', 18, ({ request }) => t(`request:channel.${request.channel}`)),
    column('application', 32, ({ request }) => request.application),
    column('firstName', 20, ({ identity }) => identity.firstName),
    column('lastName', 20, ({ identity }) => identity.lastName),
    column('email', 28, ({ identity }) => identity.email),
    column('telephone', 16, ({ identity }) => identity.telephone),
    column('guardian', 28, ({ identity: { guardian } }) => guardian && `${guardian.firstName} ${guardian.lastName}`),
    column('guardianEmail', 28, ({ identity }) => identity.guardian?.email),
    column('guardianTelephone', 16, ({ identity }) => identity.guardian?.telephone),
    column('country', 10, ({ request }) => request.country),
    column('consent', 28, ({ request }) => request.consent),
    column('verifiedAt', 18, ({ request }) => dateOf(request.verifiedAt), 'dateTime'),
    column('verifiedHow', 20, ({ request }) => request.verifiedHow && t(`request:verifiedHow.${request.verifiedHow}`)),
    column('right', 32, ({ right }) => (locale === 'en' && right.nameEn) || right.nameTh),
    column('detail', 40, ({ right: { wish } }) => [wish.additional, wish.detail].filter(Boolean).join('\n')),
    column('rightStatus', 18, ({ right }) => t(`request:status.${STATUS_OF[right.stage]}`)),
    column('stage', 20, ({ right }) => t(`request:stage.${right.stage}`)),
    column('assignee', 24, ({ right }) => right.assigneeName),
    column('dueByReceipt', 18, ({ right }) => dueOf(right.legalClock), 'dateTime'),
    column('dueBySetting', 18, ({ right }) => dueOf(right.clock), 'dateTime'),
    column('daysLeft', 12, ({ right }) => daysLeft(right, requestedAt), 'number'),
    column('closedAt', 18, ({ right }) => dateOf(right.closedAt), 'dateTime'),
    column('ground', 32, ({ right }) => right.groundCode && t(`request:ground.${right.groundCode}`)),
    column('extendedDays', 12, ({ right }) => right.extendedDays, 'number'),
    column('fee', 12, ({ right }) => Number(right.fee), 'number'),
  ];
}
