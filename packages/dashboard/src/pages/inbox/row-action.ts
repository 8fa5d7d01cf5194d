// What a click on a row can do: open the lead, select it, ask for its new status, assignee, snooze or outcome, or change
// it right away.

export type RowAction =
  | 'go'
  | 'select'
  | 'status'
  | 'assign'
  | 'snooze'
  | 'call'
  | 'contacted'
  | 'won'
  | 'lost'
  | 'open';
