import { useTranslation } from 'react-i18next';
import { drillDown } from '../../../shared/incident/drillDown.ts';
import { Due } from '../incident/Due.tsx';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import {
  AppLink,
  Box,
  Card,
  chakra,
  ErrorState,
  Flex,
  Link,
  SkeletonText,
  useFormat,
  Waiting,
} from '../../ui/index.ts';
import { useIncidentLinks } from './links.ts';

/** The running clocks, in order of due time: what needs action. */
export function OpenClocksCard() {
  const { t } = useTranslation('incidentDashboard');
  const { ws } = useSession();
  const links = useIncidentLinks();
  const clocks = trpc.incident.clocks.useQuery({ ws });
  const all = links.list(drillDown.openClocks);
  return (
    <Card
      title={t('clocks.title')}
      actions={
        all && clocks.data && clocks.data.total > clocks.data.collection.length ? (
          <Link href={all}>{t('clocks.all', { count: clocks.data.total, number: clocks.data.total })}</Link>
        ) : undefined
      }
    >
      {clocks.data && clocks.data.excess > 0 && (
        <Excess many={clocks.data.excess} href={links.list(drillDown.excess)} />
      )}
      {clocks.error && !clocks.data ? (
        <ErrorState body={clocks.error.message} onRetry={() => void clocks.refetch()} />
      ) : !clocks.data ? (
        <Waiting>
          <SkeletonText lines={3} />
        </Waiting>
      ) : clocks.data.collection.length === 0 ? (
        <chakra.p color="muted">{t('clocks.none')}</chakra.p>
      ) : (
        <chakra.ul listStyle="none" display="grid" gap="2">
          {clocks.data.collection.map((one) => {
            const href = links.incident(one.id);
            return (
              <chakra.li key={one.id} borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }} pb="2">
                <Flex wrap="wrap" columnGap="3" rowGap="1" alignItems="center">
                  <Box flex="1" minWidth="10rem" overflowWrap="anywhere">
                    {href ? (
                      <chakra.span color="accent.text" _hover={{ textDecoration: 'underline' }}>
                        <AppLink href={href} data-link="">
                          #{one.number} {one.title}
                        </AppLink>
                      </chakra.span>
                    ) : (
                      `#${one.number} ${one.title}`
                    )}
                  </Box>
                  <Due clock={one.clock} />
                </Flex>
              </chakra.li>
            );
          })}
        </chakra.ul>
      )}
    </Card>
  );
}

/** Public reports beyond the limit: counted apart, so that they hide no other deadline. */
function Excess({ many, href }: { many: number; href: string | null | undefined }) {
  const { t } = useTranslation('incidentDashboard');
  const { number } = useFormat();
  const words = t('clocks.excess', { count: many, number: number(many) });
  return (
    <chakra.p textStyle="dense" mb="2">
      {href ? <Link href={href}>{words}</Link> : words}
    </chakra.p>
  );
}
