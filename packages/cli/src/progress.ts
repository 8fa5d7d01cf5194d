// Shows a counter on standard error during long operations if it is a terminal.

const INTERVAL_MS = 200;

interface Noun {
  readonly one: string;
  readonly many: string;
}

interface Progress {
  tick(): void;
  done(): void;
}

export function startProgress(noun: Noun): Progress {
  const started = performance.now();
  const isShown = process.stderr.isTTY === true;
  let count = 0;
  let shownAt = 0;
  const show = (): void => {
    const seconds = (performance.now() - started) / 1000;
    const rate = Math.round(count / Math.max(seconds, 0.001));
    process.stderr.write(
      `\r\x1b[2K${count.toLocaleString('en-US')} ${count === 1 ? noun.one : noun.many}, ${rate.toLocaleString('en-US')} per second`,
    );
  };
  return {
    tick() {
      count++;
      if (!isShown) return;
      const now = performance.now();
      if (now - shownAt < INTERVAL_MS) return;
      shownAt = now;
      show();
    },
    done() {
      if (!isShown) return;
      show();
      process.stderr.write('\n');
    },
  };
}
