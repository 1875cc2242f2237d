import type { Shape } from '../shape.ts';
import type th from '../th/incident.ts';

const incident = {
  occurredAfterDiscovered: 'The incident cannot have happened after it was discovered',
  factorsMissing: 'Where nobody is told, record at least one factor that was considered',
  hoursRange: 'Hours must be from 1 to 720',
} satisfies Shape<typeof th>;

export default incident;
