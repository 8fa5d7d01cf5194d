// What a move reports while it runs.

export type MoveEvent =
  | { readonly kind: 'preparing' }
  | { readonly kind: 'copying'; readonly tables: number; readonly readyTables: number; readonly rows: number }
  | { readonly kind: 'copied' }
  | { readonly kind: 'leaving' }
  | { readonly kind: 'freezing' | 'frozen' | 'caught up' }
  | { readonly kind: 'put off'; readonly reason: string }
  | { readonly kind: 'switched'; readonly frozenMs: number }
  | { readonly kind: 'opened' }
  | { readonly kind: 'queued' }
  | { readonly kind: 'verified'; readonly rows: number; readonly isExact: boolean }
  | { readonly kind: 'deleting'; readonly cell: string; readonly rows: number }
  | { readonly kind: 'deleted'; readonly cell: string; readonly rows: number };

export type OnMoveEvent = (event: MoveEvent) => void;
