// A section of a settings page: title and description on the left, controls on the right.

import { Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './section.module.css';

interface SectionProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** Uses the full width, with the title above. */
  readonly isWide?: boolean;
  /** Marks a section whose actions destroy data. */
  readonly isDangerous?: boolean;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Section({
  title,
  description,
  isWide = false,
  isDangerous = false,
  actions,
  children,
}: SectionProps) {
  const titleId = useId();
  return (
    <section
      className={classes.section}
      data-wide={isWide || undefined}
      data-dangerous={isDangerous || undefined}
      aria-labelledby={titleId}
    >
      <div className={classes.head}>
        <div>
          <Title order={2} id={titleId}>
            {title}
          </Title>
          {description !== undefined && (
            <Text component="div" size="sm" c="dimmed" mt={2} maw={640}>
              {description}
            </Text>
          )}
        </div>
        {actions}
      </div>
      <div className={classes.body}>{children}</div>
    </section>
  );
}
