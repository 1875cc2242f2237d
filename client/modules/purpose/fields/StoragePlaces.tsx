import { Globe, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CatalogueItem } from '../../../../shared/catalogue/schema.ts';
import { countryName, isAbroad, UNNAMED_COUNTRY } from '../../../../shared/country.ts';
import { TRANSFER_SAFEGUARDS, type TransferSafeguard } from '../../../../shared/purpose/lawfulBasis.ts';
import { useCountryOptions } from '../../../shell/countries.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Box, chakra, Flex, Tag, Text, toast, useFormat } from '../../../ui/index.ts';
import { NativeSelect, useWatch } from '../../../ui/form/index.ts';
import { useNames } from '../names.tsx';

/**
 * The locations of the storage systems selected in a field, and for those abroad the legal ground of the transfer. A
 * location is saved with the storage system itself as soon as it is selected, for every record that refers to it.
 */
export function StoragePlaces({ name }: { name: string }) {
  const { t } = useTranslation('purposeScreen');
  const { ws } = useSession();
  const value = useWatch({ name }) as string | readonly string[] | null;
  const ids = [value ?? []].flat();
  const { data } = trpc.catalogue.list.useQuery(
    { ws, kind: 'storageSystem', ids, pageSize: 100 },
    { enabled: ids.length > 0 },
  );
  const systems = ids.flatMap((id) => data?.collection.filter((system) => system.id === id) ?? []);
  if (systems.length === 0) return null;
  return (
    <Box display="grid" gap="3" gridTemplateColumns="minmax(0, 1fr)">
      {systems.map((system) => (
        <StoragePlace key={system.id} system={system} />
      ))}
      <Text textStyle="small" color="muted">
        {t('storagePlace.help')}
      </Text>
    </Box>
  );
}

function StoragePlace({ system }: { system: CatalogueItem }) {
  const { t } = useTranslation('purposeScreen');
  const { text, locale } = useFormat();
  const countries = useCountryOptions();
  const { country = null, safeguard = null } = system;
  const { put, saving } = usePlace(system);
  const safeguards = useMemo(
    () => TRANSFER_SAFEGUARDS.map((value) => ({ value, label: t(`safeguard.${value}`) })),
    [t],
  );
  const name = text(system.name);
  const abroad = isAbroad(country);
  return (
    <Box role="group" aria-label={t('storagePlace.of', { name })} borderWidth="1px" borderRadius="card" p="3">
      <Flex gap="2" align="center" wrap="wrap" mb="2">
        <chakra.span flex="1" minWidth="0" fontWeight="semibold" overflowWrap="anywhere">
          {name}
        </chakra.span>
        {abroad && (
          <Tag tone="info" icon={<Globe aria-hidden />}>
            {t('party.abroad')}
          </Tag>
        )}
        {!country && (
          <Tag tone="warn" icon={<TriangleAlert aria-hidden />}>
            {t('storagePlace.notRecorded')}
          </Tag>
        )}
      </Flex>
      <chakra.label display="grid" gap="1">
        <span>{t('storagePlace.country')}</span>
        <NativeSelect
          value={country ?? ''}
          disabled={saving}
          onChange={(event) => put({ country: event.target.value || null, safeguard })}
        >
          <option value="">{t('storagePlace.notRecorded')}</option>
          {countries.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          <option value={UNNAMED_COUNTRY}>{countryName(UNNAMED_COUNTRY, locale)}</option>
        </NativeSelect>
      </chakra.label>
      {abroad && (
        <chakra.label display="grid" gap="1" mt="2">
          <span>{t('party.safeguard')}</span>
          <NativeSelect
            value={safeguard ?? ''}
            disabled={saving}
            onChange={(event) => put({ country, safeguard: (event.target.value || null) as TransferSafeguard | null })}
          >
            <option value="">{t('party.safeguardNone')}</option>
            {safeguards.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </NativeSelect>
        </chakra.label>
      )}
    </Box>
  );
}

/**
 * Saves a location based on the displayed state; if somebody else has saved another one in between, that is displayed
 * with an explanation.
 */
function usePlace({ id, rowVersion = 1 }: CatalogueItem) {
  const { t } = useTranslation('purposeScreen');
  const { ws } = useSession();
  const { learn } = useNames();
  const cache = trpc.useUtils();
  const place = trpc.catalogue.place.useMutation();
  const put = async (where: { country: string | null; safeguard: TransferSafeguard | null }) => {
    try {
      learn([await place.mutateAsync({ ws, id, rowVersion, ...where })]);
      toast.success(t('storagePlace.saved'));
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    }
    await cache.catalogue.list.invalidate({ ws, kind: 'storageSystem' });
  };
  return { put: (where: Parameters<typeof put>[0]) => void put(where), saving: place.isPending };
}
