import { useTranslation } from 'react-i18next';
import { Banner, Box, Button, Dialog, Facts, Stack, Text } from '../ui/index.ts';
import { CopyText } from './CopyTyped.tsx';
import { type FormField, sameField, typedText } from './mergeFields.ts';

export interface OverDialogProps<Values> {
  /** Why it can no longer be saved, in the server's words; empty: no further reason. */
  message: string;
  base: Values;
  mine: Values;
  fields: readonly FormField<Values>[];
  onClose: () => void;
}

/** Reports that a record can no longer be saved, and lets the user copy their input. */
export function OverDialog<Values>({ message, base, mine, fields, onClose }: OverDialogProps<Values>) {
  const { t } = useTranslation(['recordScreen', 'ui']);
  const typed = fields.filter((field) => !sameField(base, mine, field));
  return (
    <Dialog
      open
      onClose={onClose}
      persistent
      width={720}
      title={t('over.title')}
      description={t('over.body')}
      footer={
        <>
          <Button onClick={onClose}>{t('ui:close')}</Button>
          {typed.length > 0 && <CopyText main text={() => typedText(fields, base, mine)} />}
        </>
      }
    >
      <Stack gap="4">
        {message && (
          <Banner tone="warn" role="alert">
            {message}
          </Banner>
        )}
        {typed.length > 0 ? (
          <Box>
            <Text textStyle="dense" color="muted" mb="2">
              {t('over.typed')}
            </Text>
            <Facts rows={typed.map((field) => [field.label, field.text(mine) || t('ui:none')])} />
          </Box>
        ) : null}
      </Stack>
    </Dialog>
  );
}
