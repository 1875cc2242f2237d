import { Building2, Globe, Link2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { isAbroad } from '../../../../shared/dataSharing/transfer.ts';
import { recordAddress } from '../../../../shared/registry/entities.ts';
import { countryName } from '../../../shell/countries.ts';
import { Box, chakra, Link, Text, useFormat } from '../../../ui/index.ts';
import { CheckboxInput, FieldFrame, useField, useWatch } from '../../../ui/form/index.ts';
import { useDirectory } from '../directory.tsx';

/** Who receives the data of a line: of the purpose's third parties and internal applications only. */
export function RecipientsField() {
  const { t } = useTranslation('dataMapping');
  const { locale } = useFormat();
  const { purposes } = useDirectory();
  const purposeId = useWatch({ name: 'purposeId' }) as string;
  const content = purposes.get(purposeId)?.content;
  const parties = useField<string[]>({ name: 'thirdPartyIds' });
  const applications = useField<string[]>({ name: 'internalApplicationIds' });
  const named = (content?.thirdParties ?? []).flatMap(({ id, name, country }) => (id ? [{ id, name, country }] : []));
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
          {named.map(({ id, name, country }) =>
            box(
              parties,
              id,
              name,
              isAbroad(country) ? `${countryName(country, locale)} · ${t('abroad')}` : countryName(country, locale),
              isAbroad(country) ? <Globe size={14} aria-hidden /> : <Building2 size={14} aria-hidden />,
            ),
          )}
          {internal.map(({ id, name }) => box(applications, id, name, t('internal'), <Link2 size={14} aria-hidden />))}
        </Box>
      )}
    </FieldFrame>
  );
}
