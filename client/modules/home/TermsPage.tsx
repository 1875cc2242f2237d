import { LegalText } from './LegalText.tsx';

/** The product's own terms of use. */
export default function TermsPage() {
  return <LegalText text="terms" />;
}
