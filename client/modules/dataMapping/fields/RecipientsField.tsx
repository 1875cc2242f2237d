import { Building2, Globe, Link2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { countryNames, countriesOf, isPartyAbroad } from '../../../../shared/country.ts';
import type { PurposeContent } from '../../../../shared/purpose/fields.ts';
import { recordAddress } from '../../../../shared/registry/entities.ts';
import { Box, chakra, Link, Text, useFormat } from '../../../ui/index.ts';
import { CheckboxInput, FieldFrame, useField, useWatch } from '../../../ui/form/index.ts';
import { useDirectory } from '../directory.tsx';

const ABROAD = <Globe size={14} aria-hidden />;
const HOME = <Building2 size={14} aria-hidden />;

/** The third parties of a purpose that a line may refer to. */
const namedParties = (content: PurposeContent | undefined, words: (countries: readonly string[]) => string) =>
  (content?.thirdParties ?? []).flatMap(({ id, name, ...party }) =>
    id ? [{ id, name, abroad: isPartyAbroad(party), places: words(countriesOf(party)) }] : [],
  );

/** Who receives the data of a line: only third parties and internal applications of the purpose. */
export function RecipientsField() {
  const { t } = useTranslation('dataMapping');
  const { locale } = useFormat();
  const { purposes } = useDirectory();
  const purposeId = useWatch({ name: 'purposeId' }) as string;
  const content = purposes.get(purposeId)?.content;
  const parties = useField<string[]>({ name: 'thirdPartyIds' });
  const applications = useField<string[]>({ name: 'internalApplicationIds' });
  const named = namedParties(content, (countries) => countryNames(countries, locale));
  const internal = content?.internalApplications ?? [];
  const none = named.length + internal.length === 0;
  const box = (handle: typeof parties, id: string, name: ReactNode, note: ReactNode, icon: ReactNode) => (
    <chakra.label
      key={id}
      display="flex"
      gap="2.5"
      alignItems="flex-start"
      py="1.5"
      minHeight="9"
      cursor="pointer"
      textStyle="dense"
    >
      <CheckboxInput
        type="checkbox"
        disabled={handle.control.disabled}
        checked={handle.value.includes(id)}
        onChange={() =>
          handle.set(handle.value.includes(id) ? handle.value.filter((one) => one !== id) : [...handle.value, id])
        }
        onBlur={handle.blur}
      />
      <chakra.span minWidth="0" overflowWrap="anywhere">
        {name}
        <chakra.span display="flex" gap="1" alignItems="center" textStyle="small" color="muted">
          {icon}
          {note}
        </chakra.span>
      </chakra.span>
    </chakra.label>
  );
  return (
    <FieldFrame
      label={t('form.recipients')}
      {...(!none && { help: t('form.recipientsHelp') })}
      handle={{ ...parties, error: parties.error ?? applications.error }}
      group
    >
      {none ? (
        <Text textStyle="dense" color="muted">
          {t('form.noRecipients')}{' '}
          {purposeId && (
            <Link href={recordAddress('purpose', purposeId, { field: 'thirdPartyDisclosure' })} target="_blank">
              {t('form.openPurpose')}
            </Link>
          )}
        </Text>
      ) : (
        <Box
          display="grid"
          columnGap="4"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
        >
          {named.map(({ id, name, abroad, places }) =>
            box(parties, id, name, abroad ? `${places} · ${t('abroad')}` : places, abroad ? ABROAD : HOME),
          )}
          {internal.map(({ id, name }) => box(applications, id, name, t('internal'), <Link2 size={14} aria-hidden />))}
        </Box>
      )}
    </FieldFrame>
  );
}
