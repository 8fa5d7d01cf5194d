// Lists what each role may do, from the access control lists of the database. Owners are left out: they may do anything.

import type pg from 'pg';

export interface Privileges {
  /** The roles that may execute each function. */
  readonly functions: Readonly<Record<string, string>>;
  /** The schemas that each role may use, and whether it may create objects there. */
  readonly schemas: Readonly<Record<string, string>>;
  /** What each role may do with each table, with column names if it is limited to them. */
  readonly tables: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const GRANTEE = `case acl.grantee when 0 then 'PUBLIC' else acl.grantee::regrole::text end`;

export async function listPrivileges(owner: pg.Pool): Promise<Privileges> {
  const read = async (query: string): Promise<(readonly [string, string, string])[]> =>
    (await owner.query<[string, string, string]>({ text: query, rowMode: 'array' })).rows;
  const functions = await read(
    `select p.proname, coalesce(string_agg(${GRANTEE}, ', ' order by ${GRANTEE})
       filter (where acl.grantee <> p.proowner), ''), ''
     from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) acl
     where p.pronamespace = 'leadline'::regnamespace group by p.oid`,
  );
  const schemas = await read(
    `select ${GRANTEE}, string_agg(format('%s on %s', lower(acl.privilege_type), n.nspname), ', '
       order by n.nspname, acl.privilege_type), ''
     from pg_namespace n, aclexplode(n.nspacl) acl
     where n.nspname in ('leadline', 'leadline_jobs', 'public') and acl.grantee <> n.nspowner group by 1`,
  );
  // A new month's partition must not change the list.
  const table = `case when n.nspname = 'leadline_jobs' then 'leadline_jobs.*'
    else regexp_replace(c.relname, '^leads_[0-9]{4}_[0-9]{2}$', 'leads_YYYY_MM') end`;
  const tables = await read(
    `select grantee, object, string_agg(distinct privilege, ', ' order by privilege)
     from (
       select ${GRANTEE} as grantee, ${table} as object, lower(acl.privilege_type) as privilege
       from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) acl
       where n.nspname in ('leadline', 'leadline_jobs') and acl.grantee <> c.relowner
       union all
       select ${GRANTEE}, ${table},
         format('%s (%s)', lower(acl.privilege_type), string_agg(a.attname, ', ' order by a.attname))
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) acl
       where n.nspname in ('leadline', 'leadline_jobs') and acl.grantee <> c.relowner
       group by 1, 2, acl.privilege_type
     ) granted group by 1, 2`,
  );
  const byRole: Record<string, Record<string, string>> = {};
  for (const [role, name, privileges] of tables) {
    byRole[role] ??= {};
    byRole[role][name] = privileges;
  }
  return {
    functions: Object.fromEntries(functions),
    schemas: Object.fromEntries(schemas),
    tables: byRole,
  };
}
