// Sets the title of the browser tab, for pages without a PageHeader.

import { useEffect } from 'react';

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Leadline`;
  }, [title]);
}
