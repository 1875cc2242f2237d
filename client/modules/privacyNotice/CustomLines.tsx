import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { BilingualField, useFieldArray } from '../../ui/form/index.ts';
import { useFormState } from '../../ui/form/Form.tsx';
import { Box, Button, Flex, IconButton, Stack } from '../../ui/index.ts';

/** Custom items in Thai and English. Used inside the form. */
export function CustomLines({ name, label }: { name: string; label: string }) {
  const { t } = useTranslation('privacyNoticeScreen');
  const { fields, append, remove } = useFieldArray({ name });
  const { disabled } = useFormState();
  return (
    <Stack gap="3" role="group" aria-label={label}>
      <Box fontWeight="semibold">{label}</Box>
      {fields.map(({ id }, place) => (
        <Flex key={id} gap="2" alignItems="flex-start">
          <Box flex="1" minWidth="0">
            <BilingualField
              name={`${name}.${place}`}
              label={t('custom.at', { number: place + 1 })}
              limit={200}
              required
            />
          </Box>
          {!disabled && (
            <IconButton
              label={t('custom.remove', { number: place + 1 })}
              icon={<Trash2 aria-hidden />}
              onClick={() => remove(place)}
            />
          )}
        </Flex>
      ))}
      {!disabled && (
        <Box>
          <Button size="sm" icon={<Plus aria-hidden />} onClick={() => append({ th: '', en: '' })}>
            {t('custom.add')}
          </Button>
        </Box>
      )}
    </Stack>
  );
}
