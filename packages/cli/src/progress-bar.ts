// Shows a progress bar on standard error if it is a terminal.

const INTERVAL_MS = 100;
const WIDTH = 30;

export interface Bar {
  show(done: number, note: string): void;
  end(): void;
}

export function startBar(label: string, total: number): Bar {
  const isShown = process.stderr.isTTY === true;
  let shownAt = 0;
  return {
    show(done, note) {
      const now = performance.now();
      if (!isShown || now - shownAt < INTERVAL_MS) return;
      shownAt = now;
      const share = total === 0 ? 1 : Math.min(1, done / total);
      const full = Math.round(share * WIDTH);
      const percent = String(Math.floor(share * 100)).padStart(3);
      process.stderr.write(
        `\r\x1b[2K${label} ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${percent}%  ${note}`,
      );
    },
    end() {
      if (isShown) process.stderr.write('\r\x1b[2K');
    },
  };
}
