// Names the tab after the page, for pages without a PageHeader.

import { useEffect } from 'react';

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Leadline`;
  }, [title]);
}
