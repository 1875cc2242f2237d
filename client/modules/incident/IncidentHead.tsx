import { BellRing, Pencil, RotateCcw, ShieldQuestion } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { REASONED_REPORT_MS } from '../../../shared/incident/clock.ts';
import type { Incident } from '../../../shared/incident/schema.ts';
import { owedOf } from '../../../shared/incident/status.ts';
import { BothStarts } from './BothStarts.tsx';
import { Countdown } from '../../clock/Countdown.tsx';
import { serverNow } from '../../serverNow.ts';
import { useClock } from '../../clock/useClock.ts';
import { useSession } from '../../shell/session.tsx';
import {
  Banner,
  Box,
  Button,
  Card,
  chakra,
  Flex,
  LinkButton,
  type MenuItem,
  PageHeader,
  Stack,
  Text,
  useFormat,
} from '../../ui/index.ts';
import { MoreMenu } from '../../records/MoreMenu.tsx';
import { Editors } from '../../records/useEditing.tsx';
import { LIST, notificationHref } from './address.ts';
import type { DialogMove } from './MoveDialogs.tsx';
import { RejectedClock } from './RejectedClock.tsx';
import type { useMoves } from './useMoves.ts';
import { IncidentTags } from './words.tsx';

/** Statuses in which nobody has checked a report of the public form yet. */
const UNCHECKED: readonly string[] = ['WAITING', 'PENDING'];
/** The move that the page offers as the main action, if it is permitted. */
const MAIN = ['submit', 'accept', 'verify', 'resolve', 'revise'] as const;
/** The alternative to the main move. */
const BESIDE = ['reject', 'sendBack'] as const;
/** The entries of the menu, in order. */
const MENU = ['edit', 'decideRisk', 'notify', 'reopen'] as const;

export interface IncidentHeadProps {
  record: Incident;
  moves: ReturnType<typeof useMoves>;
  onAsk: (step: DialogMove) => void;
  editHref: string;
  /** Address of the form that decides the risk, on accepting and later. */
  decideHref: string;
}

/** Header of an incident: name, status, what it waits for, the clock, the main action. */
export function IncidentHead(props: IncidentHeadProps) {
  const { record } = props;
  const { t } = useTranslation('incident');
  const isPublic = record.reportedBy === null;
  return (
    <>
      <PageHeader
        title={record.title}
        trail={[{ label: t('title'), href: LIST }]}
        state={<IncidentTags incident={record} />}
        updatedAt={record.updatedAt}
        updatedBy={record.updatedBy?.name ?? (isPublic ? t('public.tag') : null)}
        action={<HeadActions {...props} />}
      />
      <Stack gap="3" mb="4">
        <Box css={{ '& [data-editors]:not(:empty)': { marginTop: '12px' } }}>
          <Waits record={record} />
          <Editors entity="incident" id={record.id} />
        </Box>
        {isPublic && (
          <Banner tone={UNCHECKED.includes(record.status) ? 'warn' : 'info'} title={t('public.title')}>
            {record.status === 'PENDING' && t('public.body')}
            {/* A report beyond the limit has never been submitted. */}
            {record.status === 'WAITING' && t(record.moves.length === 0 ? 'public.excess' : 'public.revised')}
          </Banner>
        )}
        <ClockCard record={record} />
      </Stack>
    </>
  );
}

/** The permitted actions: the main move, its alternative, and a menu of the others. */
function HeadActions(props: IncidentHeadProps) {
  const { record, moves, onAsk, editHref, decideHref } = props;
  const { t } = useTranslation('incident');
  const [busy, setBusy] = useState(false);
  const may = (step: string) => record.allowed.includes(step);
  const main = MAIN.find(may);
  const beside = BESIDE.find(may);
  // The statutory deadline is running: notification comes before any other step.
  const [owed] = may('notify') ? owedOf(record) : [];
  const take = async (step: Exclude<(typeof MAIN)[number], 'accept'>) => {
    if (step !== 'revise') return onAsk(step);
    setBusy(true);
    await moves.revise();
    setBusy(false);
  };
  const items = useMenuItems(props);
  return (
    <>
      {may('edit') && record.status === 'WAITING' && (
        <LinkButton href={editHref} icon={<Pencil aria-hidden />}>
          {t('action.edit')}
        </LinkButton>
      )}
      {beside && <Button onClick={() => onAsk(beside)}>{t(`action.${beside}`)}</Button>}
      {main === 'accept' && (
        <LinkButton look="main" href={decideHref}>
          {t('action.accept')}
        </LinkButton>
      )}
      {main && main !== 'accept' && (
        <Button {...(!owed && { look: 'main' as const })} loading={busy} onClick={() => void take(main)}>
          {t(`action.${main}`)}
        </Button>
      )}
      {owed && (
        <LinkButton look="main" href={notificationHref(record.id, owed)} icon={<BellRing aria-hidden />}>
          {t(`action.notify${owed}`)}
        </LinkButton>
      )}
      <MoreMenu items={items} />
    </>
  );
}

/** All permitted actions on the incident other than the main move and its alternative. */
function useMenuItems({ record, onAsk, editHref, decideHref }: IncidentHeadProps): MenuItem[] {
  const { t } = useTranslation('incident');
  const items = {
    edit: { icon: <Pencil aria-hidden />, href: editHref },
    decideRisk: { icon: <ShieldQuestion aria-hidden />, href: decideHref },
    notify: { icon: <BellRing aria-hidden />, href: notificationHref(record.id) },
    reopen: { icon: <RotateCcw aria-hidden />, separated: true, onSelect: () => onAsk('reopen') },
  };
  return MENU.filter((key) => record.allowed.includes(key)).map((key) => ({
    key,
    label: t(`action.${key}`),
    ...items[key],
  }));
}

const overdueText = ({ discoveredAt }: Incident) =>
  serverNow() > Date.parse(discoveredAt) + REASONED_REPORT_MS
    ? ('owed.AUTHORITY_overdue15' as const)
    : ('owed.AUTHORITY_overdue' as const);

function ClockCard({ record: { clock, status } }: { record: Incident }) {
  const { t } = useTranslation('incident');
  if (status === 'REJECTED')
    return (
      <Card>
        <RejectedClock clock={clock} />
      </Card>
    );
  return (
    <Card>
      <Flex wrap="wrap" gap="5" alignItems="flex-start">
        <Box>
          <Text textStyle="dense" color="muted" mb="1.5">
            {t('clockHeading')}
          </Text>
          <Countdown clock={clock} size="detail" />
        </Box>
        {/* Both interpretations side by side if there is enough space, so that the tabs stay visible. */}
        <Box
          flex="1"
          minWidth="min(100%, 18rem)"
          css={{ '& ul': { gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 18rem), 1fr))' } }}
        >
          <BothStarts clock={clock} />
        </Box>
      </Flex>
    </Card>
  );
}

/**
 * What the incident waits for, and from whom; outstanding notifications that the viewer has to make come first.
 * Addresses the viewer in the second person if it waits for them.
 */
function Waits({ record }: { record: Incident }) {
  const { t } = useTranslation('incident');
  const { personnel: me } = useSession();
  const { dateTime } = useFormat();
  const { state: clock } = useClock(record.clock);
  const { status, allowed, assignee, reportedBy } = record;
  const answers = {
    WAITING: 'submit',
    PENDING: 'accept',
    ACTIVE: 'resolve',
    RESPONDED: 'verify',
    REJECTED: 'revise',
    RESOLVED: null,
  } as const;
  const answer = answers[status];
  // Users who may read every incident may make the reporter's and the assignee's moves, but the incident does not wait
  // for them. A report of the public form that was not forwarded waits for anyone who reviews it.
  const reporter = status === 'WAITING' ? (reportedBy ?? me) : reportedBy;
  const waitedFor = status === 'ACTIVE' ? assignee : status === 'WAITING' || status === 'REJECTED' ? reporter : me;
  const mine = answer !== null && allowed.includes(answer) && waitedFor?.id === me.id;
  const words =
    status === 'RESOLVED'
      ? t('waits.RESOLVED', { time: dateTime(record.resolvedAt) })
      : t(
          `waits.${status}${status === 'REJECTED' && !reportedBy ? '_public' : mine ? '_mine' : ''}` as 'waits.ACTIVE',
          { name: assignee?.name ?? t('waits.somebody') },
        );
  // Includes the reason why it was returned: that of the newest move.
  const newest = [...record.moves].sort((one, other) => Date.parse(other.at) - Date.parse(one.at))[0];
  const why =
    newest && ['reject', 'sendBack', 'reopen'].includes(newest.action) && newest.to === status ? newest.reason : '';
  const owed = allowed.includes('notify') ? owedOf(record) : [];
  const reason = why && <div>{t('waits.reason', { reason: why })}</div>;
  const overdue = clock === 'overdue';
  if (owed.length > 0) {
    const notices = owed.map((whom) =>
      t(whom === 'AUTHORITY' && overdue ? overdueText(record) : `owed.${whom}`, {
        time: dateTime(record.clock.dueAt),
      }),
    );
    const [first, ...others] = notices;
    return (
      <Banner tone={overdue && owed[0] === 'AUTHORITY' ? 'danger' : 'live'} role="status" title={first}>
        {others.map((line) => (
          <chakra.div key={line} fontWeight="semibold">
            {line}
          </chakra.div>
        ))}
        <div>{words}</div>
        {reason}
      </Banner>
    );
  }
  if (overdue) {
    return (
      <Banner tone="danger" role="status" title={t('owed.overdue', { time: dateTime(record.clock.dueAt) })}>
        <div>{words}</div>
        {reason}
      </Banner>
    );
  }
  return (
    <Banner
      tone={status === 'RESOLVED' ? 'ok' : status === 'REJECTED' ? 'warn' : mine ? 'live' : 'info'}
      role="status"
      title={words}
    >
      {reason}
    </Banner>
  );
}
