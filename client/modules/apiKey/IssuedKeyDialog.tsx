import { useTranslation } from 'react-i18next';
import type { IssuedKey } from '../../../shared/apiKey/schema.ts';
import { CodeBlock } from '../../embedScreen/CodeBlock.tsx';
import { useSession } from '../../shell/session.tsx';
import { Dialog, Link, Stack, Text } from '../../ui/index.ts';

/** A key just issued, the only time that it can be read, and a call to try it by. */
export function IssuedKeyDialog({ issued, onClose }: { issued: IssuedKey; onClose: () => void }) {
  const { t } = useTranslation('apiKey');
  const { ws } = useSession();
  const call = `curl -H "Authorization: Bearer $POKPONG_KEY" "${location.origin}/api/v1/${ws}/applications?pageSize=10&currentPage=1"`;
  return (
    <Dialog
      open
      onClose={onClose}
      width={640}
      title={t('issuedTitle', { name: issued.name })}
      description={t('issuedBody')}
    >
      <Stack gap="4">
        <CodeBlock name={t('key')} code={issued.key} />
        <Text textStyle="dense">{t('tryOutBody')}</Text>
        <CodeBlock name={t('tryOut')} language="curl" code={call} />
        <Link href={`${location.origin}/api/docs`} target="_blank">
          {t('documents')}
        </Link>
      </Stack>
    </Dialog>
  );
}
