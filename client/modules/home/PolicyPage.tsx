import { LegalText } from './LegalText.tsx';

/** The privacy policy of the product. */
export default function PolicyPage() {
  return <LegalText text="policy" />;
}
