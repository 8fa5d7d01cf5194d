const BINARY = { base: 1024, units: ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] };
const DECIMAL = { base: 1000, units: ['bytes', 'kB', 'MB', 'GB', 'TB'] };

/** "256 KiB", "1.5 GiB": for technical limits. */
export const formatBytes = (bytes: number): string => format(bytes, BINARY);

/** "100 MB", "1.5 GB": for what customers store, as the dashboard shows it. */
export const formatStorage = (bytes: number): string => format(bytes, DECIMAL);

function format(bytes: number, { base, units }: typeof BINARY): string {
  let [amount, unit] = [bytes, 0];
  for (; amount >= base && unit < units.length - 1; unit++) amount /= base;
  return `${Number(amount.toFixed(1))} ${units[unit]}`;
}
