// A database that forgets every nth row of a table, without an error.

import { openPool } from '@leadline/server';

const KEYS = { leads: 'id', outbox: 'id', alerts: 'lead_id' } as const;

export async function loseRows(databaseUrl: string, table: keyof typeof KEYS, every: number): Promise<void> {
  const pool = openPool(databaseUrl, { size: 1 });
  const key = KEYS[table];
  try {
    await pool.query(`
      create sequence leadline.fault_rows;
      create function leadline.lose_row() returns trigger language plpgsql security definer as $$
      begin
        if nextval('leadline.fault_rows') % ${every} = 0 then
          delete from leadline.${table} where account_id = new.account_id and ${key} = new.${key};
        end if;
        return null;
      end
      $$;
      create trigger lose_row after insert on leadline.${table} for each row execute function leadline.lose_row()`);
  } finally {
    await pool.end();
  }
}
