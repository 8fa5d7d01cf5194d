const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/** "256 KiB", "1.5 GiB". */
export function formatBytes(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${Number((bytes / 1024 ** unit).toFixed(1))} ${UNITS[unit]}`;
}
