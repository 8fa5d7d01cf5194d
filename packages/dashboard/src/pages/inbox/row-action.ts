// What a click on a row can do: open the lead, select it, ask for its new status, assignee, snooze, next activity or outcome, or change
// it right away.

export type RowAction =
  | 'go'
  | 'select'
  | 'status'
  | 'assign'
  | 'snooze'
  | 'plan'
  | 'call'
  | 'contacted'
  | 'won'
  | 'lost'
  | 'open';
