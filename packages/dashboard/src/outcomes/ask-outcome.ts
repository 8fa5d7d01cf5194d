// Lets the command palette open the dialog that the page of a lead has for won and lost leads.

import { useEffect } from 'react';

type Ask = (outcome: 'won' | 'lost') => void;

let askOnPage: Ask | null = null;

export const askOutcome: Ask = (outcome) => askOnPage?.(outcome);

export function useAskedOutcome(ask: Ask): void {
  useEffect(() => {
    askOnPage = ask;
    return () => {
      if (askOnPage === ask) askOnPage = null;
    };
  }, [ask]);
}
