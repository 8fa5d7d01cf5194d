// Where a cell is. The directory stores no passwords: all cells have the same logins, and each process adds its own.

/** The directory's own database. */
export const MAIN_CELL = 'main';

export interface CellPlace {
  readonly name: string;
  /** Null for the directory's own database. */
  readonly address: string | null;
}

/** The URL of a cell for the login of `databaseUrl`, which is that of the directory. */
export function cellUrl(databaseUrl: string, { address }: CellPlace): string {
  if (address === null) return databaseUrl;
  const url = new URL(address);
  const { username, password, searchParams } = new URL(databaseUrl);
  url.username = username;
  url.password = password;
  for (const [name, value] of searchParams)
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  return url.href;
}

/** Throws if the text isn't the address of a database, or contains a login. */
export function readCellAddress(text: string): string {
  const url = URL.parse(text);
  if (
    url === null ||
    !/^postgres(?:ql)?:$/.test(url.protocol) ||
    url.hostname === '' ||
    url.pathname.length < 2
  )
    throw new Error('the address of a cell looks like postgres://host:5432/database');
  if (url.username !== '' || url.password !== '')
    throw new Error('the address of a cell has no login: every process uses its own, from DATABASE_URL');
  return url.href;
}
