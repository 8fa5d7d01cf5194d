export { CsvReader } from './csv-reader.ts';
export { CsvScanner, MAX_COLUMNS, MAX_ROW_BYTES } from './csv-scanner.ts';
export { readCell, writeCell, writePhone } from './write-cell.ts';
