import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { UrlField, useWatch } from '../../ui/form/index.ts';
import { Box, Text } from '../../ui/index.ts';

/** The delay after the last keystroke before the address is checked. */
const PAUSE_MS = 300;

/** The address of the receiver, validated during input: the server knows which addresses are permitted. */
export function AddressField() {
  const { t } = useTranslation('webhook');
  const { ws } = useSession();
  const { mutate, data, variables } = trpc.webhook.check.useMutation();
  const typed = useWatch({ name: 'url' }) as string | undefined;
  const url = (typed ?? '').trim();
  useEffect(() => {
    if (url === '') return;
    const timer = setTimeout(() => mutate({ ws, url }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [url, ws, mutate]);
  const checked = url !== '' && variables?.url === url ? data : undefined;
  return (
    <Box>
      <UrlField name="url" label={t('field.url')} help={t('urlHelp')} required />
      <Text
        role="status"
        textStyle="dense"
        mt="1"
        color={checked?.fault ? 'danger.text' : 'ok.text'}
        overflowWrap="anywhere"
      >
        {checked && t(checked.fault ? `fault.${checked.fault}` : 'goodAddress')}
      </Text>
    </Box>
  );
}
