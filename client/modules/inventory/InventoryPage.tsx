export default function InventoryPage() {
  return null;
}
