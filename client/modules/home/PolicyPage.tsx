import { LegalText } from './LegalText.tsx';

/** The product's own privacy policy. */
export default function PolicyPage() {
  return <LegalText text="policy" />;
}
