import { Banner } from '../../ui/Banner.tsx';
import { useFormState } from '../../ui/form/Form.tsx';

/** The server's message about the entire form, above the button. */
export function FormFailure() {
  const { failure } = useFormState();
  return failure ? (
    <Banner tone="danger" role="alert">
      {failure}
    </Banner>
  ) : null;
}
