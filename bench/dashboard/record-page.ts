// Runs in the page: records when the shell and the first rows appeared, and how long each frame took while recording.

export interface Frames {
  /** The time between frames, in ms. */
  readonly gaps: number[];
  /** Tasks of more than 50 ms, as reported by the browser, in ms. */
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
  let isRecording = false;
  const recorder: Recorder = {
    shellAt: null,
    rowsAt: null,
    start: () => {
      gaps = [];
      longTasks = [];
      last = performance.now();
      isRecording = true;
    },
    stop: () => {
      isRecording = false;
      return { gaps, longTasks };
    },
  };
  window.recorder = recorder;
  requestAnimationFrame(function tick(now) {
    if (isRecording) gaps.push(now - last);
    last = now;
    requestAnimationFrame(tick);
  });
  new PerformanceObserver((list) => {
    if (isRecording) longTasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask' });
  const watcher = new MutationObserver(() => {
    if (recorder.shellAt === null && document.querySelector('nav[aria-label="Main"]') !== null) {
      recorder.shellAt = performance.now();
    }
    if (document.querySelector('[data-lead]') === null) return;
    watcher.disconnect();
    // The rows are painted at the end of the current frame.
    requestAnimationFrame(() =>
      setTimeout(() => {
        recorder.rowsAt = performance.now();
      }),
    );
  });
  watcher.observe(document, { subtree: true, childList: true });
}
