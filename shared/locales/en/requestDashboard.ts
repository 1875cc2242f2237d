import type { Shape } from '../shape.ts';
import type th from '../th/requestDashboard.ts';

export default {
  title: 'Request dashboard',
  lead: 'Open data-subject requests, their due dates and response times. Updated live.',
  emptyTitle: 'No requests yet',
  emptyBody:
    'Once requests arrive through a form or are entered by staff, this page shows due dates, rights and response times.',
  emptyAction: 'Go to request forms',
  print: 'Print',
  period: 'Period',
  lastMonths_one: 'Last {{number}} month',
  lastMonths_other: 'Last {{number}} months',
  answer: {
    nothingOverdue: 'No right is past its due date.',
    overdue_one: '{{number}} right is past the date counted from receipt. Answer it first.',
    overdue_other: '{{number}} rights are past the date counted from receipt. Answer these first.',
    overdueBySetting_one:
      '{{number}} right is past the date by your settings, but not past the date counted from receipt.',
    overdueBySetting_other:
      '{{number}} rights are past the date by your settings, but not past the date counted from receipt.',
  },
  counting:
    'The date from receipt counts from the day the request reached you (as in section 30 paragraph 4) and never pauses. The date by your settings may start at identity confirmation, and pauses while the data subject’s reply is awaited.',
  figure: {
    open: 'Rights not answered',
    received: '{{number}} received in this period, {{before}} in the one before',
    overdue: 'Overdue from receipt',
    bySetting: '{{number}} overdue by settings',
    late: 'Requests answered late',
    onTime: '{{number}} of {{answered}} answered on time',
    median: 'Median response time',
    medianDays_one: '{{number}} day',
    medianDays_other: '{{number}} days',
    medianNote: 'From receipt to the answer to the last right',
    before: '{{value}} in the period before',
  },
  months: {
    title: 'Requests by month',
    lead: 'By month of receipt. The lower part of each bar is closed requests.',
    month: 'Month',
    received: 'Received',
    completed: 'Completed',
    rejected: 'Refused or closed',
    late: 'Answered late',
    description: '{{month}}: {{received}} received, {{closed}} closed',
  },
  chart: {
    stage: 'Rights not answered, by stage',
    right: 'Rights requested',
    application: 'Requests by application',
    ground: 'Grounds of refusal or closing',
    forecast: 'Due in the next 30 days',
  },
  column: {
    rights: 'Rights',
    requests: 'Requests',
    late: 'Answered late',
    date: 'Date',
    byReceipt: 'From receipt',
    bySetting: 'By settings',
  },
  overdueNote_one: '{{number}} right answered late',
  overdueNote_other: '{{number}} rights answered late',
  settingNote_one: '{{number}} right by settings',
  settingNote_other: '{{number}} rights by settings',
  forecastLead: 'By the date counted from receipt; numbers by settings are below the date.',
  nothing: 'Nothing in this period',
  nothingDue: 'No right falls due in the next 30 days',
  /** Its card on the programme overview. */
  overview: {
    title: 'Data-subject requests',
    open: 'Open',
    unassigned: 'Not started',
  },
} satisfies Shape<typeof th>;
