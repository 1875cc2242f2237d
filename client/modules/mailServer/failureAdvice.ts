import { useTranslation } from 'react-i18next';
import type { MailServer } from '../../../shared/mailServer/schema.ts';

type Kind = NonNullable<MailServer['fault']>['kind'];

export interface FailureDialogProps {
  server: MailServer;
  /** Whether the global server sends what this one cannot. */
  hasGlobal: boolean;
  onClose: () => void;
}

/** What to do about a failure of a server. */
export function useFailureAdvice(hasGlobal: boolean): (kind: Kind) => string {
  const { t } = useTranslation('mailServer');
  return (kind) =>
    !hasGlobal && (kind === 'signIn' || kind === 'unreachable')
      ? t(`withoutGlobal.advice.${kind}`)
      : t(`failure.advice.${kind}`);
}
