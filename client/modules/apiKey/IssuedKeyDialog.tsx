import { useTranslation } from 'react-i18next';
import { sampleCode, scopeOfSample } from '../../../shared/apiKey/samples.ts';
import type { IssuedKey } from '../../../shared/apiKey/schema.ts';
import { CodeBlock } from '../../embedScreen/CodeBlock.tsx';
import { SecretDialog } from '../../records/SecretDialog.tsx';
import { useSession } from '../../shell/session.tsx';
import { Link, Text } from '../../ui/index.ts';

/** Calls that change nothing. */
const TRIED = ['application.list', 'consent.list', 'request.list', 'incident.list', 'crypto.encrypt'] as const;

/** A newly issued key, which can only be read now, and a call to try it with. */
export function IssuedKeyDialog({ issued, onClose }: { issued: IssuedKey; onClose: () => void }) {
  const { t } = useTranslation('apiKey');
  const { ws } = useSession();
  const sample = TRIED.find((name) => issued.scopes.includes(scopeOfSample(name)));
  return (
    <SecretDialog
      title={t('issuedTitle', { name: issued.name })}
      description={t('issuedBody')}
      name={t('key')}
      secret={issued.key}
      onClose={onClose}
    >
      {sample && (
        <>
          <Text textStyle="dense">{t('tryOutBody')}</Text>
          <CodeBlock
            name={t('tryOut')}
            language="curl"
            code={sampleCode('curl', sample, { publicUrl: location.origin, ws })}
          />
        </>
      )}
      <Link href={`${location.origin}/api/docs`} target="_blank">
        {t('documents')}
      </Link>
    </SecretDialog>
  );
}
