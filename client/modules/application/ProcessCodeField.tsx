import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PROCESS_CODE_LIMIT } from '../../../shared/application/fields.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { Text } from '../../ui/index.ts';
import { TextField, useWatch } from '../../ui/form/index.ts';

/** No call is made while somebody is typing. */
const TYPING_PAUSE_MS = 300;

/** The organisation's own code; reports while typing that another application has it. */
export function ProcessCodeField({ id }: { id: string | undefined }) {
  const { t } = useTranslation(['recordScreen', 'review', 'application']);
  const { ws } = useSession();
  const typed = (useWatch({ name: 'processCode' }) as string).trim();
  const [processCode, setProcessCode] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setProcessCode(typed), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = trpc.application.processCode.useQuery({ ws, processCode, id }, { enabled: processCode !== '' });
  const inUse = typed !== '' && typed === processCode && query.data?.inUse === true;
  return (
    <div>
      <TextField
        name="processCode"
        label={t('application.processCode')}
        help={t('review:processCodeHelp')}
        limit={PROCESS_CODE_LIMIT}
        inputProps={inUse ? { 'aria-invalid': true } : undefined}
      />
      <Text role="status" textStyle="dense" color="danger.text" mt={inUse ? '1' : '0'}>
        {inUse && t('application:processCodeTaken')}
      </Text>
    </div>
  );
}
