import { Globe, Plus, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { HOME_COUNTRY, isPartyAbroad } from '../../../../shared/country.ts';
import { TRANSFER_SAFEGUARDS } from '../../../../shared/purpose/lawfulBasis.ts';
import { PURPOSE_LIST_LIMIT, type PurposeDraft } from '../../../../shared/purpose/fields.ts';
import { useCountryOptions } from '../../../shell/countries.ts';
import { Box, Button, chakra, Grid, IconButton, Tag } from '../../../ui/index.ts';
import {
  DateField,
  MultiSelectField,
  SelectField,
  TextField,
  useFieldArray,
  useWatch,
} from '../../../ui/form/index.ts';
import { focusField, FieldAnchor } from '../../../records/fieldFocus.tsx';

const EMPTY = { name: '', countries: [HOME_COUNTRY], contract: '', contractExpiresOn: null, safeguard: null };

/**
 * Third parties that receive the data: name, countries, contract and its end, and abroad the legal ground of the
 * transfer; any number up to the limit. Existing parties preserve their `id`, because data mappings refer to it.
 */
export function ThirdPartiesField({ name, disabled }: { name: string; disabled: boolean }) {
  const { t } = useTranslation('purposeScreen');
  const countries = useCountryOptions();
  // The key property is renamed, because `id` is the party's.
  const { fields, append, remove } = useFieldArray({ name, keyName: 'rowKey' });
  const values = useWatch({ name }) as PurposeDraft['thirdParties'] | undefined;
  // Switched on without any party, an empty first row is displayed.
  const first = useRef(fields.length === 0);
  useEffect(() => {
    if (!first.current) return;
    first.current = false;
    append(EMPTY, { shouldFocus: false });
  }, [append]);

  return (
    <FieldAnchor name={name}>
      <Box display="grid" gap="3" gridTemplateColumns="minmax(0, 1fr)">
        <chakra.ol listStyle="none" display="grid" gap="3">
          {fields.map((row, index) => (
            <ThirdParty
              key={row.rowKey}
              name={`${name}.${index}`}
              number={index + 1}
              abroad={isPartyAbroad(values?.[index] ?? {})}
              countries={countries}
              disabled={disabled}
              onRemove={() => {
                remove(index);
                setTimeout(() => focusField(index > 0 ? [name, index - 1, 'name'] : [name]), 0);
              }}
            />
          ))}
        </chakra.ol>
        {fields.length < PURPOSE_LIST_LIMIT && (
          <div>
            <Button
              size="sm"
              icon={<Plus aria-hidden />}
              disabled={disabled}
              onClick={() => {
                append(EMPTY, { shouldFocus: false });
                setTimeout(() => focusField([name, fields.length, 'name']), 0);
              }}
            >
              {t('party.add')}
            </Button>
          </div>
        )}
      </Box>
    </FieldAnchor>
  );
}

interface ThirdPartyProps {
  /** Path of the party in the form values. */
  name: string;
  /** Its position, from 1. */
  number: number;
  /** Outside Thailand: the legal ground of the transfer is then required. */
  abroad: boolean;
  countries: readonly { value: string; label: string }[];
  disabled: boolean;
  onRemove: () => void;
}

function ThirdParty({ name, number, abroad, countries, disabled, onRemove }: ThirdPartyProps) {
  const { t } = useTranslation('purposeScreen');
  const safeguards = useMemo(
    () => TRANSFER_SAFEGUARDS.map((value) => ({ value, label: t(`safeguard.${value}`) })),
    [t],
  );
  return (
    <chakra.li
      borderWidth="1px"
      borderRadius="card"
      p={{ base: '3', md: '4' }}
      display="grid"
      gap="3"
      gridTemplateColumns="minmax(0, 1fr)"
    >
      <Box display="flex" alignItems="center" gap="2">
        <chakra.span flex="1" fontWeight="semibold">
          {t('party.nth', { number })}
        </chakra.span>
        {abroad && (
          <Tag tone="info" icon={<Globe aria-hidden />}>
            {t('party.abroad')}
          </Tag>
        )}
        <IconButton
          size="sm"
          disabled={disabled}
          label={t('party.remove', { number })}
          icon={<Trash2 aria-hidden />}
          onClick={onRemove}
        />
      </Box>
      <Grid
        gap="3"
        alignItems="start"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' }}
      >
        <TextField name={`${name}.name`} label={t('party.name')} />
        <MultiSelectField
          name={`${name}.countries`}
          label={t('party.countries')}
          help={t('party.countriesHelp')}
          options={countries}
          required
        />
      </Grid>
      <Grid
        gap="3"
        alignItems="start"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' }}
      >
        <TextField name={`${name}.contract`} label={t('party.contract')} help={t('party.contractHelp')} />
        <DateField name={`${name}.contractExpiresOn`} label={t('party.contractExpiresOn')} />
      </Grid>
      {abroad && (
        <SelectField
          name={`${name}.safeguard`}
          label={t('party.safeguard')}
          options={safeguards}
          placeholder={t('party.safeguardNone')}
          help={t('party.safeguardHelp')}
        />
      )}
    </chakra.li>
  );
}
