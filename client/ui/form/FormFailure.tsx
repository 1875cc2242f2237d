import { useTranslation } from 'react-i18next';
import { Banner } from '../Banner.tsx';
import { useFormState } from './Form.tsx';

/** Why a form without a bar was not sent, above its button; refusals of a field are displayed at the field. */
export function FormFailure() {
  const { t } = useTranslation('ui');
  const { failure, open } = useFormState();
  if (!failure || failure === t('form.failed')) return null;
  return (
    <Banner tone={open ? 'warn' : 'danger'} role="alert">
      {failure}
    </Banner>
  );
}
