// Where this page leads once its work is done.

import { useSearchParams } from 'react-router';
import { readNextPath } from '../session/next-path.ts';

export function useNextPath(): string {
  return readNextPath(useSearchParams()[0].get('next'));
}
