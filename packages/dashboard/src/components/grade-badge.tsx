// Shows a grade as an icon, a word and a color, so that it never relies on color alone.

import {
  IconBan,
  IconDroplet,
  IconFlame,
  IconSnowflake,
  IconSun,
  type TablerIcon,
} from '@tabler/icons-react';
import { type Grade, gradeColour } from './grade.ts';
import classes from './grade-badge.module.css';

const ICONS: Readonly<Record<Grade, TablerIcon>> = {
  Hot: IconFlame,
  Warm: IconSun,
  Cool: IconDroplet,
  Cold: IconSnowflake,
  Spam: IconBan,
};

interface GradeBadgeProps {
  readonly grade: Grade;
  readonly size?: 'sm' | 'md';
}

export function GradeBadge({ grade, size = 'sm' }: GradeBadgeProps) {
  const Icon = ICONS[grade];
  return (
    <span
      className={classes.badge}
      data-size={size}
      style={{ backgroundColor: gradeColour(grade, 'bg'), color: gradeColour(grade, 'fg') }}
    >
      <Icon size={size === 'sm' ? 13 : 15} stroke={2} aria-hidden />
      {grade}
    </span>
  );
}
