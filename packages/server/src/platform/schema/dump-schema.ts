// Dumps the schema in a stable order, regardless of migration history. pg_dump would have to match the server's
// version, and the bundled binaries don't include it.

import type pg from 'pg';

const PARTS: readonly (readonly [title: string, query: string])[] = [
  [
    'Roles',
    `select format('create role %I%s;', rolname, case when rolcanlogin then ' login' else ' nologin' end)
     from pg_roles where rolname in ('leadline_api', 'leadline_auth', 'leadline_limited', 'leadline_worker', 'leadline_writer') order by rolname`,
  ],
  [
    'Tables',
    `select format(E'create table %s (\\n%s\\n)%s%s;%s', c.oid::regclass,
       (select string_agg(format('  %I %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
           case when a.attcollation <> t.typcollation then ' collate ' || a.attcollation::regcollation end,
           case when a.attnotnull then ' not null' end,
           case when a.attgenerated = 'v' then format(' generated always as (%s) virtual', pg_get_expr(d.adbin, d.adrelid))
                when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) end),
           E',\\n' order by a.attnum)
        from pg_attribute a
        join pg_type t on t.oid = a.atttypid
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
       case when c.relkind = 'p' then ' partition by ' || pg_get_partkeydef(c.oid) end,
       case when c.reloptions is not null then format(' with (%s)', array_to_string(c.reloptions, ', ')) end,
       case when c.relrowsecurity then format(E'\\nalter table %s enable row level security;', c.oid::regclass) end)
     from pg_class c
     where c.relnamespace = 'leadline'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     order by c.relname`,
  ],
  [
    'Constraints',
    `select format('alter table %s add constraint %I %s;', conrelid::regclass, conname, pg_get_constraintdef(k.oid))
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.connamespace = 'leadline'::regnamespace and not c.relispartition and k.contype <> 'n' and k.conparentid = 0
     order by conrelid::regclass::text, conname`,
  ],
  [
    'Indexes',
    `select pg_get_indexdef(i.indexrelid) || ';'
     from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relnamespace = 'leadline'::regnamespace and not c.relispartition
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
     order by i.indexrelid::regclass::text`,
  ],
  [
    'Functions',
    `select pg_get_functiondef(oid) || E';\\nalter function ' || oid::regprocedure || ' owner to '
       || case when proowner = 'leadline_writer'::regrole then 'leadline_writer' else '(the owner)' end || ';'
     from pg_proc where pronamespace = 'leadline'::regnamespace order by proname`,
  ],
  [
    'Policies',
    `select format('create policy %I on %s to %s%s%s;', polname, polrelid::regclass,
       (select string_agg(r::regrole::text, ', ') from unnest(polroles) r),
       case when polqual is not null then format(' using (%s)', pg_get_expr(polqual, polrelid)) end,
       case when polwithcheck is not null then format(' with check (%s)', pg_get_expr(polwithcheck, polrelid)) end)
     from pg_policy order by polrelid::regclass::text, polname`,
  ],
  [
    'Grants',
    `select format('grant %s on %s to %I;', string_agg(lower(privilege_type), ', ' order by privilege_type), object, grantee)
     from (
       select table_name as object, privilege_type, grantee from information_schema.table_privileges
       where table_schema = 'leadline'
       union all
       select format('%s (%s)', table_name, column_name), privilege_type, grantee
       from information_schema.column_privileges p
       where table_schema = 'leadline' and not exists (
         select from information_schema.table_privileges t
         where (t.table_schema, t.table_name, t.grantee, t.privilege_type)
           = (p.table_schema, p.table_name, p.grantee, p.privilege_type))
       union all
       select routine_name, privilege_type, grantee from information_schema.routine_privileges
       where routine_schema = 'leadline'
     ) g
     where grantee in ('leadline_api', 'leadline_auth', 'leadline_limited', 'leadline_worker', 'leadline_writer', 'PUBLIC')
     group by object, grantee order by object, grantee`,
  ],
  [
    'Plans',
    `select format('insert into plans values (%L, %s, %s, %s, %s, %s, %s);', name, coalesce(monthly_leads::text, 'null'),
       requests_per_minute, import_bytes, coalesce(storage_bytes::text, 'null'), coalesce(test_leads::text, 'null'),
       account_requests_per_minute)
     from leadline.plans order by monthly_leads nulls last, name`,
  ],
];

export async function dumpSchema(pool: pg.Pool): Promise<string> {
  const parts: string[] = [
    '-- Written by `npm run schema` from a freshly migrated database; CI fails when it drifts.',
  ];
  for (const [title, query] of PARTS) {
    const { rows } = await pool.query<[string]>({ text: query, rowMode: 'array' });
    parts.push(`-- ${title}`, ...rows.map(([line]) => line.replace(/[ \t]+$/gm, '')));
  }
  return `${parts.join('\n\n')}\n`;
}
