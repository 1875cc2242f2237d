import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/requestTask.ts';

export default {
  requestTasks: 'Request tasks',
  requestTask: 'Task of a data subject request',
} satisfies Shape<typeof th>;
