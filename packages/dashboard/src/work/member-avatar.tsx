// A person as their initials, or an empty circle for nobody.

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
      aria-hidden
    >
      {name !== null && initialsOf(name)}
    </span>
  );
}

/** "Ana María López" becomes "AL"; an email its first letter. */
export function initialsOf(name: string): string {
  const words = name
    .replace(/@.*$/, '')
    .split(/[\s.]+/)
    .filter((word) => word !== '');
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}
