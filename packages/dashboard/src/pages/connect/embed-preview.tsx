// Shows the embeddable form the way a website would. It never sends anything.

import { PATHS } from '@leadline/contract/paths';
import { Paper } from '@mantine/core';
import { useEffect, useRef } from 'react';

interface EmbedPreviewProps {
  readonly fields: string;
  readonly language: string;
  /** `light` or `dark`; otherwise, the form suits the dashboard. */
  readonly theme: string;
}

/** What a page might look like that the theme is meant for. */
const PAGES: Readonly<Record<string, string>> = { light: '#fff', dark: '#16191d' };

export function EmbedPreview({ fields, language, theme }: EmbedPreviewProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const script = document.createElement('script');
    script.src = PATHS.embed;
    Object.assign(script.dataset, { preview: '', fields, theme, language: language || 'en' });
    box.current?.replaceChildren(script);
  }, [fields, language, theme]);
  return <Paper withBorder p="lg" ref={box} style={{ backgroundColor: PAGES[theme] }} />;
}
