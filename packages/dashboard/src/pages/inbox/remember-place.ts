// Where one was in the list when a lead was opened, so that coming back by any link finds it again. For as long as the tab
// lives: after a reload the list starts at its top.

export interface Place {
  /** The filters in force. */
  readonly view: string;
  readonly leadId: string;
  readonly scrollY: number;
}

let remembered: Place | null = null;

export function rememberPlace(place: Place): void {
  remembered = place;
}

/** Once: who goes on from there has another place. */
export function forgetPlace(): void {
  remembered = null;
}

export function recallPlace(view: string): Place | null {
  return remembered?.view === view ? remembered : null;
}
