import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/requestTask.ts';

export default {
  requestTasks: 'Tasks of data-subject requests',
  requestTasksInMenu: 'Request tasks',
  requestTask: 'Task of a data-subject request',
} satisfies Shape<typeof th>;
