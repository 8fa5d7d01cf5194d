// A person as their initials, or an empty circle for nobody.

import { initialsOf } from './initials.ts';
import classes from './member-avatar.module.css';

interface MemberAvatarProps {
  /** Null for nobody. */
  readonly name: string | null;
  readonly isMe?: boolean;
}

export function MemberAvatar({ name, isMe = false }: MemberAvatarProps) {
  return (
    <span
      className={classes.avatar}
      data-nobody={name === null || undefined}
      data-me={isMe || undefined}
      // Shown by CSS: as text, initials would have to be part of the label of the button around them.
      data-initials={name === null ? '' : initialsOf(name)}
      aria-hidden
    />
  );
}
