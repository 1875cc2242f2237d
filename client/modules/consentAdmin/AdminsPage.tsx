import {
  Building2,
  CalendarClock,
  ChartColumn,
  ChevronRight,
  Gauge,
  KeyRound,
  ListChecks,
  Mails,
  Server,
  ShieldAlert,
  ShieldCheck,
  Users,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  AppLink,
  Box,
  Card,
  chakra,
  ErrorState,
  Flex,
  GlowOnChange,
  Grid,
  Link,
  PageHeader,
  Skeleton,
  SkeletonText,
  Text,
  useFormat,
} from '../../ui/index.ts';
import type { AdminWorkspaces, ConsoleWorkspaces } from './workspaces.ts';

const CARDS = [
  { key: 'consents', icon: ShieldCheck, href: pageAddress('adminsDashboard') },
  { key: 'schedules', icon: CalendarClock, href: pageAddress('schedules') },
  { key: 'mailServers', icon: Server, href: pageAddress('mailServers') },
  { key: 'keys', icon: KeyRound, href: pageAddress('encryptionKeys') },
  { key: 'usage', icon: Gauge, href: pageAddress('workspaceUsage') },
  { key: 'accounts', icon: Users, href: pageAddress('accounts') },
  { key: 'securityLogs', icon: ShieldAlert, href: pageAddress('securityLogs') },
  { key: 'pageViews', icon: ChartColumn, href: pageAddress('pageViews', { in: 'all' }) },
  { key: 'jobs', icon: ListChecks, href: pageAddress('jobs') },
  { key: 'mails', icon: Mails, href: pageAddress('mails') },
  { key: 'workspaces', icon: Building2, href: pageAddress('workspaces') },
] as const;

const CardLink = chakra(AppLink, {
  base: {
    display: 'flex',
    gap: '3',
    alignItems: 'flex-start',
    p: '4',
    bg: 'surface',
    borderWidth: '1px',
    borderRadius: 'card',
    color: 'ink',
    height: 'full',
    _hover: { borderColor: 'accent' },
    '& > svg': { flexShrink: 0, mt: '1', color: 'accent' },
  },
});

/** The parts of the admin console, over all workspaces of the caller. */
export default function AdminsPage() {
  const { t } = useTranslation('consentAdmin');
  const { ws } = useSession();
  const workspaces = trpc.consentAdmin.consoleWorkspaces.useQuery({ ws });
  const consents = trpc.consentAdmin.workspaces.useQuery({ ws });
  return (
    <>
      <PageHeader title={t('title')} description={t('lead')} />
      <Figures workspaces={workspaces.data} consents={consents.data} />
      <Areas />
      <Card title={t('workspacesTitle')}>
        <Text color="muted" textStyle="dense" mb="2">
          {t('workspacesLead')}
        </Text>
        {workspaces.error && !workspaces.data ? (
          <ErrorState
            body={workspaces.error.message}
            onRetry={() => void workspaces.refetch()}
            retrying={workspaces.isFetching}
          />
        ) : !workspaces.data ? (
          <SkeletonText lines={3} />
        ) : (
          <WorkspaceList workspaces={workspaces.data} consents={consents.data} />
        )}
      </Card>
    </>
  );
}

interface FiguresProps {
  workspaces: ConsoleWorkspaces | undefined;
  /** Undefined while they load. */
  consents: AdminWorkspaces | undefined;
}

/** The numbers of workspaces, forms and answers. */
function Figures({ workspaces, consents }: FiguresProps) {
  const { t } = useTranslation('consentAdmin');
  const { number } = useFormat();
  const sum = (of: 'consents' | 'submissions') => consents?.reduce((total, row) => total + row[of], 0);
  const figures = { workspaces: workspaces?.length, consents: sum('consents'), submissions: sum('submissions') };
  return (
    <Grid as="dl" gap="3" mb="4" gridTemplateColumns="repeat(3, minmax(0, 1fr))">
      {(['workspaces', 'consents', 'submissions'] as const).map((key) => (
        <Box key={key} bg="surface" borderWidth="1px" borderRadius="card" px={{ base: '3', sm: '4' }} py="3">
          <chakra.dt color="muted" textStyle="dense">
            {t(`figure.${key}`)}
          </chakra.dt>
          <chakra.dd minWidth="0">
            {figures[key] === undefined ? (
              <Skeleton height="9" width="16" mt="1" />
            ) : (
              <GlowOnChange value={figures[key]}>
                <chakra.span
                  textStyle={{ base: 'heading', sm: 'display' }}
                  fontVariantNumeric="tabular-nums"
                  overflowWrap="anywhere"
                >
                  {number(figures[key])}
                </chakra.span>
              </GlowOnChange>
            )}
          </chakra.dd>
        </Box>
      ))}
    </Grid>
  );
}

/** The parts of the console, each as a linked card. */
function Areas() {
  const { t } = useTranslation('consentAdmin');
  const { config } = useSession();
  // Where mails are sent none are stored.
  const cards = CARDS.filter(({ key }) => key !== 'mails' || config.devMail);
  return (
    <chakra.ul
      listStyle="none"
      display="grid"
      gap="3"
      mb="6"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
    >
      {cards.map(({ key, icon: Icon, href }) => (
        <li key={key}>
          <CardLink href={href}>
            <Icon size={20} aria-hidden />
            <Box flex="1" minWidth="0">
              <Text as="span" display="block" textStyle="title">
                {t(`card.${key}.title`)}
              </Text>
              <Text as="span" display="block" color="muted" textStyle="dense">
                {t(`card.${key}.body`)}
              </Text>
            </Box>
            <ChevronRight size={18} aria-hidden />
          </CardLink>
        </li>
      ))}
    </chakra.ul>
  );
}

/** The workspaces of the console; those that use consent lead to their consent history. */
function WorkspaceList({ workspaces, consents }: FiguresProps & { workspaces: ConsoleWorkspaces }) {
  const { t } = useTranslation('consentAdmin');
  const { number } = useFormat();
  return (
    <chakra.ul listStyle="none">
      {workspaces.map(({ id, name }) => {
        const size = consents?.find((one) => one.id === id);
        return (
          <Flex as="li" key={id} wrap="wrap" columnGap="3" rowGap="0" py="2" borderTopWidth="1px" alignItems="baseline">
            <Box flex="1 1 12rem" minWidth="0" overflowWrap="anywhere">
              {size ? <Link href={pageAddress('adminsDashboard', { in: id })}>{name}</Link> : name}
            </Box>
            <Text as="span" textStyle="dense" color="muted" data-numeric="">
              {size
                ? t('workspaceNumbers', {
                    count: size.consents,
                    number: number(size.consents),
                    responses: t('responses', { count: size.submissions, number: number(size.submissions) }),
                  })
                : consents && t('workspaceWithoutConsent')}
            </Text>
          </Flex>
        );
      })}
    </chakra.ul>
  );
}
