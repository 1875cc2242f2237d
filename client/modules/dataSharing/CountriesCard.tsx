import { Globe, Plus, ShieldOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SharingCountry } from '../../../shared/dataSharing/schema.ts';
import { isCountryNamed } from '../../../shared/country.ts';
import { useCountryName } from '../../shell/countries.ts';
import {
  Box,
  Button,
  Card,
  chakra,
  ErrorState,
  Flex,
  RelativeTime,
  Skeleton,
  Text,
  useFormat,
  VisuallyHidden,
  Waiting,
} from '../../ui/index.ts';
import { AdequacyTag } from './cells.tsx';

interface CountriesCardProps {
  query: { data: SharingCountry[] | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
  chosen: string | undefined;
  onChoose: (country: string | undefined) => void;
  /** Undefined if the user may not decide. */
  onAssess: ((country: SharingCountry | 'other') => void) | undefined;
}

/** Countries abroad that receive data, with the organisation's decision on each and its reason. */
export function CountriesCard({ query, chosen, onChoose, onAssess }: CountriesCardProps) {
  const { t } = useTranslation('dataSharing');
  const abroad = query.data?.filter(({ adequacy }) => adequacy !== 'home');
  const other = onAssess && (
    <Button size="sm" icon={<Plus aria-hidden />} onClick={() => onAssess('other')}>
      {t('countries.add')}
    </Button>
  );
  return (
    <Card title={t('countries.title')} actions={other}>
      <Text color="muted" textStyle="dense" mb="3">
        {t('countries.lead')}
      </Text>
      {query.error && !abroad ? (
        <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : !abroad ? (
        <Waiting>
          <Skeleton height="20" />
        </Waiting>
      ) : abroad.length === 0 ? (
        <Text color="muted">{t('countries.none')}</Text>
      ) : (
        <chakra.ul
          listStyle="none"
          display="grid"
          gap="3"
          gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 17rem), 1fr))"
          maxHeight="22rem"
          overflowY="auto"
        >
          {abroad.map((country) => (
            <Country
              key={country.country}
              country={country}
              on={chosen === country.country}
              onChoose={onChoose}
              onAssess={onAssess}
            />
          ))}
        </chakra.ul>
      )}
    </Card>
  );
}

function Country({
  country: one,
  on,
  onChoose,
  onAssess,
}: { country: SharingCountry; on: boolean } & Pick<CountriesCardProps, 'onChoose' | 'onAssess'>) {
  const { t } = useTranslation('dataSharing');
  const { number } = useFormat();
  const name = useCountryName()(one.country);
  if (one.adequacy === 'home') return null;
  return (
    <chakra.li
      borderWidth="1px"
      borderRadius="card"
      p="3"
      display="grid"
      gap="2"
      alignContent="start"
      {...(on && { borderColor: 'accent', bg: 'accent.soft' })}
    >
      <Flex gap="2" align="center" wrap="wrap">
        <Globe size={16} aria-hidden style={{ flexShrink: 0 }} />
        <chakra.span flex="1" fontWeight="semibold" minWidth="0">
          {name}
        </chakra.span>
        <AdequacyTag adequacy={one.adequacy} />
      </Flex>
      <Flex gap="2" wrap="wrap" textStyle="small" color="muted" align="center">
        {one.thirdParty > 0 && (
          <span>{t('countries.parties', { count: one.thirdParty, number: number(one.thirdParty) })}</span>
        )}
        {one.storage > 0 && <span>{t('countries.storage', { count: one.storage, number: number(one.storage) })}</span>}
        {one.needsSafeguard > 0 && (
          <Flex as="span" gap="1" align="center" color="warn.text">
            <ShieldOff size={14} aria-hidden />
            {t('countries.needs', { number: number(one.needsSafeguard) })}
          </Flex>
        )}
      </Flex>
      {one.note && (
        <Text textStyle="small" overflowWrap="anywhere" lineClamp={3} title={one.note}>
          {one.note}
        </Text>
      )}
      {one.decidedAt && (
        <Box textStyle="small" color="muted">
          {one.decidedBy?.name} · <RelativeTime value={one.decidedAt} />
        </Box>
      )}
      <Flex gap="2" wrap="wrap">
        {one.thirdParty + one.storage > 0 && (
          <Button size="sm" aria-pressed={on} onClick={() => onChoose(on ? undefined : one.country)}>
            {t('countries.show')} <VisuallyHidden>{name}</VisuallyHidden>
          </Button>
        )}
        {onAssess && isCountryNamed(one.country) && (
          <Button size="sm" look="quiet" onClick={() => onAssess(one)}>
            {t(one.adequacy === 'notAssessed' ? 'countries.assess' : 'countries.reassess')}{' '}
            <VisuallyHidden>{name}</VisuallyHidden>
          </Button>
        )}
      </Flex>
    </chakra.li>
  );
}
