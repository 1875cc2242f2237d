import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MERGE_FIELDS, type MergeField, tokenOf } from '../../../shared/answerTemplate/merge.ts';
import { Box, Button, Flex, Text } from '../../ui/index.ts';
import { BilingualField, useFormContext } from '../../ui/form/index.ts';

const NAMES = ['body.th', 'body.en'];

/** The text in both languages, with buttons that insert a merge field at the cursor. Inside the form. */
export function BodyField({ disabled, limit }: { disabled: boolean; limit: number }) {
  const { t } = useTranslation('answerTemplate');
  const { setValue, getValues } = useFormContext();
  const last = useRef<HTMLTextAreaElement | null>(null);
  const insert = (field: MergeField) => {
    const area = last.current;
    const name = area && NAMES.includes(area.name) ? area.name : NAMES[0]!;
    const text = getValues(name) as string;
    const start = area?.selectionStart ?? text.length;
    const end = area?.selectionEnd ?? text.length;
    const token = tokenOf(field);
    setValue(name, text.slice(0, start) + token + text.slice(end), { shouldDirty: true, shouldValidate: true });
    // Once the new text is rendered.
    setTimeout(() => {
      area?.focus();
      area?.setSelectionRange(start + token.length, start + token.length);
    });
  };
  return (
    <Box
      onFocusCapture={({ target }) => {
        if (target instanceof HTMLTextAreaElement) last.current = target;
      }}
    >
      <BilingualField name="body" label={t('label.body')} help={t('bodyHelp')} multiline rows={14} limit={limit} />
      {!disabled && (
        <Box role="group" aria-label={t('palette')} mt="3">
          <Text textStyle="dense" color="muted" mb="2">
            {t('palette')}
          </Text>
          <Flex wrap="wrap" gap="2">
            {MERGE_FIELDS.map((field) => (
              <Button key={field} size="sm" onClick={() => insert(field)}>
                {t(`field.${field}`)}
              </Button>
            ))}
          </Flex>
        </Box>
      )}
    </Box>
  );
}
