import { Globe, Plus, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_COUNTRY } from '../../../../shared/constants.ts';
import { TRANSFER_SAFEGUARDS } from '../../../../shared/purpose/lawfulBasis.ts';
import { PURPOSE_LIST_LIMIT, type PurposeDraft } from '../../../../shared/purpose/fields.ts';
import { countryOptions } from '../../../shell/countries.ts';
import { Box, Button, chakra, Grid, IconButton, Tag, useLocale } from '../../../ui/index.ts';
import { DateField, SelectField, TextField, useFieldArray, useWatch } from '../../../ui/form/index.ts';
import { focusField, FieldAnchor } from '../../../records/fieldFocus.tsx';

const EMPTY = { name: '', country: DEFAULT_COUNTRY, contract: '', contractExpiresOn: null, safeguard: null };

/**
 * Third parties that receive the data: name, country, contract and its end, and abroad the ground of the transfer; any
 * number up to the limit. One recorded before keeps its `id` among the values, so that data mappings keep to it.
 */
export function ThirdPartiesField({ name, disabled }: { name: string; disabled: boolean }) {
  const { t } = useTranslation('purposeScreen');
  const locale = useLocale();
  const countries = useMemo(() => countryOptions(locale), [locale]);
  // Its own key is called otherwise: `id` is the party's.
  const { fields, append, remove } = useFieldArray({ name, keyName: 'rowKey' });
  const safeguards = useMemo(
    () => TRANSFER_SAFEGUARDS.map((value) => ({ value, label: t(`safeguard.${value}`) })),
    [t],
  );
  const values = useWatch({ name }) as PurposeDraft['thirdParties'] | undefined;
  // Switched on with nothing in it, the first row is there to fill in.
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
            <chakra.li
              key={row.rowKey}
              borderWidth="1px"
              borderRadius="card"
              p={{ base: '3', md: '4' }}
              display="grid"
              gap="3"
              gridTemplateColumns="minmax(0, 1fr)"
            >
              <Box display="flex" alignItems="center" gap="2">
                <chakra.span flex="1" fontWeight="semibold">
                  {t('party.nth', { number: index + 1 })}
                </chakra.span>
                {values?.[index] && values[index].country !== DEFAULT_COUNTRY && (
                  <Tag tone="info" icon={<Globe aria-hidden />}>
                    {t('party.abroad')}
                  </Tag>
                )}
                <IconButton
                  size="sm"
                  disabled={disabled}
                  label={t('party.remove', { number: index + 1 })}
                  icon={<Trash2 aria-hidden />}
                  onClick={() => {
                    remove(index);
                    setTimeout(() => focusField(index > 0 ? [name, index - 1, 'name'] : [name]), 0);
                  }}
                />
              </Box>
              <Grid gap="3" gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' }}>
                <TextField name={`${name}.${index}.name`} label={t('party.name')} />
                <SelectField
                  name={`${name}.${index}.country`}
                  label={t('party.country')}
                  options={countries}
                  required
                />
              </Grid>
              <Grid
                gap="3"
                alignItems="start"
                gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' }}
              >
                <TextField
                  name={`${name}.${index}.contract`}
                  label={t('party.contract')}
                  help={t('party.contractHelp')}
                />
                <DateField name={`${name}.${index}.contractExpiresOn`} label={t('party.contractExpiresOn')} />
              </Grid>
              {values?.[index] && values[index].country !== DEFAULT_COUNTRY && (
                <SelectField
                  name={`${name}.${index}.safeguard`}
                  label={t('party.safeguard')}
                  options={safeguards}
                  placeholder={t('party.safeguardNone')}
                  help={t('party.safeguardHelp')}
                />
              )}
            </chakra.li>
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
