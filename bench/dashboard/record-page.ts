// Runs on the page: when the shell and the first rows were there, and how long each frame took while that is recorded.

export interface Frames {
  /** Between one frame and the next, in ms. */
  readonly gaps: number[];
  /** What kept the page from answering for more than 50 ms, as the browser counts it. */
  readonly longTasks: number[];
}

export interface Recorder {
  shellAt: number | null;
  rowsAt: number | null;
  start(): void;
  stop(): Frames;
}

declare global {
  interface Window {
    recorder: Recorder;
  }
}

export function recordPage(): void {
  let gaps: number[] = [];
  let longTasks: number[] = [];
  let last = 0;
  let isOn = false;
  const recorder: Recorder = {
    shellAt: null,
    rowsAt: null,
    start: () => {
      gaps = [];
      longTasks = [];
      last = performance.now();
      isOn = true;
    },
    stop: () => {
      isOn = false;
      return { gaps, longTasks };
    },
  };
  window.recorder = recorder;
  requestAnimationFrame(function tick(now) {
    if (isOn) gaps.push(now - last);
    last = now;
    requestAnimationFrame(tick);
  });
  new PerformanceObserver((list) => {
    if (isOn) longTasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask' });
  const watcher = new MutationObserver(() => {
    if (recorder.shellAt === null && document.querySelector('nav[aria-label="Main"]') !== null) {
      recorder.shellAt = performance.now();
    }
    if (document.querySelector('[data-lead]') === null) return;
    watcher.disconnect();
    // Drawn at the end of the frame that has begun.
    requestAnimationFrame(() =>
      setTimeout(() => {
        recorder.rowsAt = performance.now();
      }),
    );
  });
  watcher.observe(document, { subtree: true, childList: true });
}
