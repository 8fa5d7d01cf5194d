// Notification text with one action, such as Undo.

import classes from './action-message.module.css';

interface ActionMessageProps {
  readonly text: string;
  readonly action: string;
  readonly onAction: () => void;
}

export function ActionMessage({ text, action, onAction }: ActionMessageProps) {
  return (
    <span className={classes.message}>
      {text}
      <button type="button" onClick={onAction}>
        {action}
      </button>
    </span>
  );
}
