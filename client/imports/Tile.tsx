import { Card, chakra } from '../ui/index.ts';

/** A count under its name. */
export function Tile({ label, value, tone }: { label: string; value: string; tone?: 'ok' | 'danger' }) {
  return (
    <Card>
      <chakra.div textStyle="dense" color="muted">
        {label}
      </chakra.div>
      <chakra.div textStyle="heading" fontVariantNumeric="tabular-nums" {...(tone && { color: `${tone}.text` })}>
        {value}
      </chakra.div>
    </Card>
  );
}
