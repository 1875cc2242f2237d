/** Screen. */
export default function ApprovalSettingsPage() {
  return null;
}
