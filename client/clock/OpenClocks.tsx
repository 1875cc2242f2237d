import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../shared/registry/entities.ts';
import { pageAddress } from '../../shared/registry/addresses.ts';
import { useCan, useSession } from '../shell/session.tsx';
import { trpc } from '../trpc.ts';
import { AppLink, Link } from '../ui/Link.tsx';
import { chakra } from '../ui/layout.tsx';
import { Due } from './Due.tsx';

/** Most clocks that the bell shows; the others are in the list. */
const MOST = 5;
const DASHBOARD = pageAddress('incidentDashboard');
const LIST = pageAddress('incidents');

const Row = chakra(AppLink, {
  base: {
    display: 'grid',
    gap: '0.5',
    flex: '1',
    minWidth: '0',
    px: '3',
    py: '2',
    textStyle: 'dense',
    _hover: { bg: 'subtle' },
    '&:focus-visible': { outlineOffset: '-2px' },
  },
});

/** Open clocks of incidents in the bell, those due first. Nothing where there is none. */
export default function OpenClocks({ onOpened }: { onOpened: () => void }) {
  const { t } = useTranslation('clock');
  const { ws } = useSession();
  const mayRead = useCan('incident.read');
  // The bell on the bar keeps them; what stood there for long is asked for again.
  const { data } = trpc.incident.clocks.useQuery({ ws }, { staleTime: 30_000 });
  if (!data || data.total === 0) return null;
  const visible = data.collection.slice(0, MOST);
  const rest = data.total - visible.length;
  return (
    <chakra.section aria-label={t('bell.title')} bg="canvas" borderBottomWidth="1px">
      <chakra.h2 px="3" pt="2.5" textStyle="small" color="muted" fontWeight="semibold">
        {t('bell.title')}
      </chakra.h2>
      <chakra.ul listStyle="none" pb="1">
        {visible.map(({ id, number, title, clock }) => (
          <chakra.li key={id} display="flex" alignItems="stretch">
            <Row href={mayRead ? recordAddress('incident', id) : DASHBOARD} onClick={onOpened}>
              <chakra.span overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap" title={title}>
                {t('bell.incident', { number })} {title}
              </chakra.span>
              <Due clock={clock} size="plain" inert />
            </Row>
          </chakra.li>
        ))}
      </chakra.ul>
      {rest > 0 && (
        <chakra.p px="3" pb="2" textStyle="small">
          <Link href={mayRead ? LIST : DASHBOARD} onClick={onOpened}>
            {t('bell.more', { count: rest })}
          </Link>
        </chakra.p>
      )}
    </chakra.section>
  );
}
