// The worker survives hostile files at full size.

import { useApi } from '@leadline/testkit/service/use-api';
import {
  blankLines,
  longLine,
  objectsWithManyKeys,
  rowsOfOneMegabyte,
  testSurvival,
  useProcesses,
  wideRows,
} from './hostile-files.ts';

const suite = useApi();
const processes = useProcesses(suite);

testSurvival(suite, processes, [
  rowsOfOneMegabyte(600),
  objectsWithManyKeys(100),
  wideRows(50),
  longLine(1_000),
  blankLines(300),
]);
