// Whether the server answers. While it does not, it is asked again and again, until it is back.

import { useEffect, useEffectEvent, useState } from 'react';

type Reach = 'asking' | 'there' | 'away';

const ASK_EVERY_MS = 3_000;
const WAIT_MS = 5_000;

/** `onBack` is called when it was away and answers again. */
export function useReach(onBack: () => void): Reach {
  const [reach, setReach] = useState<Reach>('asking');
  const comeBack = useEffectEvent(onBack);
  useEffect(() => {
    let timer: number | undefined;
    let hasEnded = false;
    let wasAway = false;
    async function ask(): Promise<void> {
      const answers = await isAnswering();
      if (hasEnded) return;
      if (!answers) {
        wasAway = true;
        setReach('away');
        timer = window.setTimeout(() => void ask(), ASK_EVERY_MS);
      } else if (wasAway) comeBack();
      else setReach('there');
    }
    void ask();
    return () => {
      hasEnded = true;
      window.clearTimeout(timer);
    };
  }, []);
  return reach;
}

async function isAnswering(): Promise<boolean> {
  try {
    const { ok } = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(WAIT_MS) });
    return ok;
  } catch {
    return false;
  }
}
