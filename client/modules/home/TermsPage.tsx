import { LegalText } from './LegalText.tsx';

/** The terms of use of the product. */
export default function TermsPage() {
  return <LegalText text="terms" />;
}
