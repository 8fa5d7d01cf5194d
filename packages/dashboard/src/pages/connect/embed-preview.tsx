// Shows the embeddable form the way a website would. It never sends anything.

import { PATHS } from '@leadline/contract/paths';
import { Paper, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';

interface EmbedPreviewProps {
  readonly fields: string;
  readonly language: string;
}

export function EmbedPreview({ fields, language }: EmbedPreviewProps) {
  const box = useRef<HTMLDivElement>(null);
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  useEffect(() => {
    const script = document.createElement('script');
    script.src = PATHS.embed;
    Object.assign(script.dataset, { preview: '', fields, theme, language: language || 'en' });
    box.current?.replaceChildren(script);
  }, [fields, language, theme]);
  return <Paper withBorder p="lg" ref={box} />;
}
