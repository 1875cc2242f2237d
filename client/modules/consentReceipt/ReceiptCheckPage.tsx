export default function ReceiptCheckPage() {
  return null;
}
