// The path to open after this page, taken from `?next=`.

import { useSearchParams } from 'react-router';
import { readNextPath } from '../session/next-path.ts';

export function useNextPath(): string {
  return readNextPath(useSearchParams()[0].get('next'));
}
