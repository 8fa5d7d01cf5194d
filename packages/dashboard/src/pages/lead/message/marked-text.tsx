// Text with its scored words marked and numbered, followed by a legend. The legend repeats what the tooltips show, for
// phones and screen readers.

import { signPoints } from '../format-points.ts';
import type { Label, Segment } from './mark-text.ts';
import classes from './marked-text.module.css';

export function MarkedText({ segments }: { readonly segments: readonly Segment[] }) {
  return segments.map(({ text, labels }, place) => {
    const first = labels[0];
    // biome-ignore lint/suspicious/noArrayIndexKey: the text doesn't change while it is shown
    if (first === undefined) return <span key={place}>{text}</span>;
    return (
      <mark
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        key={place}
        className={classes.mark}
        data-tone={first.tone}
        data-number={labels.map(({ number }) => number).join(' ')}
        title={labels.map(describe).join('; ')}
      >
        {text}
        <span className="only-heard"> ({labels.map(({ label }) => label).join('; ')})</span>
      </mark>
    );
  });
}

export function Legend({ labels }: { readonly labels: readonly Label[] }) {
  if (labels.length === 0) return null;
  return (
    <ol className={classes.legend} aria-label="Legend">
      {labels.map((label) => (
        <li key={label.number}>
          <span className={classes.number} data-tone={label.tone}>
            {label.number}
          </span>
          {describe(label)}
        </li>
      ))}
    </ol>
  );
}

function describe({ label, points }: Pick<Label, 'label' | 'points'>): string {
  return points === null ? label : `${label} (${signPoints(points)})`;
}
