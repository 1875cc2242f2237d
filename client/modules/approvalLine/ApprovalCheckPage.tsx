/** Screen. */
export default function ApprovalCheckPage() {
  return null;
}
