/** Screen. */
export default function ApprovalLinePage() {
  return null;
}
