// Notification text with an action, such as Undo, or two to choose from.

import classes from './action-message.module.css';

type ActionMessageProps = {
  readonly text: string;
  readonly action: string;
  readonly onAction: () => void;
} & (
  | { readonly other?: never; readonly onOther?: never }
  | { readonly other: string; readonly onOther: () => void }
);

export function ActionMessage({ text, action, onAction, other, onOther }: ActionMessageProps) {
  return (
    <span className={classes.message} data-choice={other !== undefined || undefined}>
      <span>{text}</span>
      <span className={classes.actions}>
        <button type="button" onClick={onAction}>
          {action}
        </button>
        {other !== undefined && (
          <button type="button" onClick={onOther}>
            {other}
          </button>
        )}
      </span>
    </span>
  );
}
