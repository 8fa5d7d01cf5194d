// Remembers the position in the list when a lead is opened, and restores it whichever link leads back. Lost when the
// tab is reloaded.

export interface Place {
  /** The active filters. */
  readonly view: string;
  readonly leadId: string;
  readonly scrollY: number;
}

let remembered: Place | null = null;

export function rememberPlace(place: Place): void {
  remembered = place;
}

export function forgetPlace(): void {
  remembered = null;
}

export function recallPlace(view: string): Place | null {
  return remembered?.view === view ? remembered : null;
}
