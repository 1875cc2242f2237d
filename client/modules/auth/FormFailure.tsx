import { Banner } from '../../ui/Banner.tsx';
import { useFormState } from '../../ui/form/Form.tsx';

/** What the server said about the whole form, above the button. */
export function FormFailure() {
  const { failure } = useFormState();
  return failure ? (
    <Banner tone="danger" role="alert">
      {failure}
    </Banner>
  ) : null;
}
