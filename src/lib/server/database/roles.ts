import type { ClientBase, PoolConfig } from 'pg'
import { queryOnce, withClient } from './client.ts'

/** Role of the built-in PostgreSQL that serves visitors. */
export const PROGRAM_ROLE = 'hangxie_program'

/** Append-only tables; only the two functions below change their rows, with the owner's rights. */
const HISTORY = ['audit_event', 'audit_anchor']

export async function makeProgramRole(superuser: PoolConfig): Promise<void> {
  await queryOnce(
    superuser,
    `do $$ begin
       if not exists (select from pg_roles where rolname = '${PROGRAM_ROLE}') then
         create role ${PROGRAM_ROLE} login;
       end if;
     end $$`,
  )
}

/**
 * Grants the role of `working`, if it is not the owner, what the program needs, without any right to change the
 * history.
 */
export async function grantProgramRights(owner: PoolConfig, working: PoolConfig): Promise<void> {
  const [who] = await queryOnce<{ name: string }>(working, 'select current_user as name')
  await withClient(owner, async client => {
    const { rows } = await client.query<{ own: boolean }>('select current_user = $1 as own', [who!.name])
    if (!rows[0]!.own) await grant(client, client.escapeIdentifier(who!.name))
  })
}

async function grant(client: ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname in ('public', 'pgboss', 'drizzle')`,
  )
  await client.query('begin')
  // Lock: of several processes that start at once, one grants at a time.
  await client.query(`select pg_advisory_xact_lock(hashtext('hangxie grants'))`)
  for (const { name } of rows) {
    await client.query(`grant usage on schema ${name} to ${role}`)
    await client.query(`grant select on all tables in schema ${name} to ${role}`)
    if (name === 'drizzle') continue
    await client.query(`grant insert, update, delete on all tables in schema ${name} to ${role}`)
    await client.query(`grant usage, select, update on all sequences in schema ${name} to ${role}`)
    await client.query(`grant execute on all functions in schema ${name} to ${role}`)
  }
  await client.query(`revoke create on schema public from public, ${role}`)
  await client.query(`revoke update, delete, truncate on ${HISTORY.join(', ')} from ${role}`)
  await client.query('commit')
}

/** Whether the connected role owns the tables. True where there are none yet. */
export async function ownsTables(client: Pick<ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ owns: boolean }>(
    `select coalesce((select pg_has_role(current_user, relowner, 'usage') from pg_class
       where oid = to_regclass('public.audit_event')), true) as owns`,
  )
  return rows[0]!.owns
}

/**
 * Creates the only functions that change the history of the audit log: they run as its owner, within what its triggers
 * allow. Recreated at every start, since a restore drops all functions.
 */
export async function makeHistoryFunctions(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query(`
    create or replace function audit_seal(lines int[], numbers int[], hashes text[]) returns void
    language sql security definer set search_path = public, pg_temp as $$
      update audit_event set seal_no = link.no, hash = link.hash
      from unnest(lines, numbers, hashes) as link(line, no, hash) where id = link.line
    $$`)
  await client.query(`
    create or replace function audit_retire(until int) returns void
    language sql security definer set search_path = public, pg_temp as $$
      delete from audit_event where seal_no <= until
    $$`)
  await client.query('revoke execute on function audit_seal, audit_retire from public')
}
