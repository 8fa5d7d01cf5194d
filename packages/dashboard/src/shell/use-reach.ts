// Checks whether the server responds, and keeps checking until it does.

import { useEffect, useEffectEvent, useState } from 'react';
import { checkHealth } from '../api/call.ts';

type Reach = 'checking' | 'reachable' | 'unreachable';

const RETRY_MS = 3_000;
const TIMEOUT_MS = 5_000;

/** `onBack` is called when the server responds again after an outage. */
export function useReach(onBack: () => void): Reach {
  const [reach, setReach] = useState<Reach>('checking');
  const notifyBack = useEffectEvent(onBack);
  useEffect(() => {
    let timer: number | undefined;
    let hasEnded = false;
    let wasUnreachable = false;
    async function check(): Promise<void> {
      const responds = await isResponding();
      if (hasEnded) return;
      if (!responds) {
        wasUnreachable = true;
        setReach('unreachable');
        timer = window.setTimeout(() => void check(), RETRY_MS);
      } else if (wasUnreachable) notifyBack();
      else setReach('reachable');
    }
    void check();
    return () => {
      hasEnded = true;
      window.clearTimeout(timer);
    };
  }, []);
  return reach;
}

async function isResponding(): Promise<boolean> {
  try {
    await checkHealth(TIMEOUT_MS);
    return true;
  } catch {
    return false;
  }
}
