import { useTranslation } from 'react-i18next';
import { Banner, Box, Button, chakra, Flex, Kbd, Tooltip } from '../../ui/index.ts';

/** At the foot of the mapping while something is unsaved: stays in view, tells what failed. */
export function SaveBar({
  failure,
  saving,
  onSave,
  onDiscard,
}: {
  failure: string;
  saving: boolean;
  onSave: () => void;
  onDiscard: () => void;
}) {
  const { t } = useTranslation('dataMapping');
  return (
    <Box position="sticky" bottom="0" zIndex="sticky" bg="canvas" borderTopWidth="1px" py="3" display="grid" gap="3">
      {failure && (
        <Banner tone="danger" role="alert" title={t('saveFailed')}>
          {failure}
        </Banner>
      )}
      <Flex wrap="wrap" gap="2" align="center" justify="flex-end">
        <chakra.span flex="1" textStyle="dense" color="muted" role="status">
          {saving ? t('saving') : t('unsaved')}
        </chakra.span>
        <Button disabled={saving} onClick={onDiscard}>
          {t('discard')}
        </Button>
        <Tooltip content={<Kbd keys={['mod', 'S']} />}>
          <Button look="main" loading={saving} onClick={onSave}>
            {t('save')}
          </Button>
        </Tooltip>
      </Flex>
    </Box>
  );
}
