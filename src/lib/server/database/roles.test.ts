import { randomBytes } from 'node:crypto'
import { Client, type PoolConfig } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { on } from '#test/support/cluster.ts'
import { migrate } from './migrations.ts'
import { grantProgramRights } from './roles.ts'

const name = `roles_${randomBytes(6).toString('hex')}`
let admin: Client
let program: Client
let owner: PoolConfig
let working: PoolConfig

beforeAll(async () => {
  admin = new Client(inject('connection'))
  await admin.connect()
  await admin.query(`create role ${name} login`)
  await admin.query(`create database ${name} template empty_template strategy file_copy`)
  owner = on(inject('connection'), name)
  working = { ...owner, user: name }
  await migrate(owner)
  await grantProgramRights(owner, working)
  program = new Client(working)
  await program.connect()
  await program.query(
    `insert into audit_event (actor_name, action, at) values ('甲', 'account.signIn', now() - interval '1 year')`,
  )
})
afterAll(async () => {
  await program.end()
  await admin.query(`drop database ${name} with (force)`)
  await admin.query(`drop role ${name}`)
  await admin.end()
})

describe('the role that works for visitors', () => {
  test.each([
    'create table own (id int)',
    'create table public.own (id int)',
    'create schema own',
    'create function own() returns int language sql as $$ select 1 $$',
    'create extension dblink',
    'create role own',
    'create database own',
    'drop table link',
    'drop function content_changed cascade',
    'alter table link add column own int',
    'alter table audit_event disable trigger audit_guard',
    'alter table audit_event disable trigger all',
    'drop trigger audit_guard on audit_event',
    "create or replace function audit_guard() returns trigger language plpgsql as 'begin return new; end'",
    "create or replace function audit_seal(lines int[], numbers int[], hashes text[]) returns void language sql as ''",
    'truncate link',
    'truncate audit_event',
    "update audit_event set object_name = 'another'",
    "update audit_event set seal_no = 1, hash = 'x'",
    'delete from audit_event',
    'update audit_anchor set seal_no = 1',
    'delete from audit_anchor',
    'set session_replication_role = replica',
    'set role hangxie',
    "copy link to program 'cat'",
    "select pg_read_file('/etc/passwd')",
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 0)",
  ])('cannot: %s', async statement => {
    await expect(program.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  test('adds to the audit log, seals what is new once, and removes nothing that is young or not anchored', async () => {
    const { rows } = await program.query(`select id from audit_event where seal_no is null`)
    await program.query(`select audit_seal($1, $2, $3)`, [[rows[0].id], [1], ['a'.repeat(64)]])
    await expect(
      program.query(`select audit_seal($1, $2, $3)`, [[rows[0].id], [2], ['b'.repeat(64)]]),
    ).rejects.toThrow()
    await expect(program.query('select audit_retire(1)')).rejects.toThrow()
    await program.query(`insert into audit_anchor (seal_no, hash) values (1, $1)`, ['a'.repeat(64)])
    await program.query('select audit_retire(1)')
    expect((await program.query('select count(*)::int as n from audit_event')).rows).toEqual([{ n: 0 }])
  })

  test('reads and writes all other tables', async () => {
    const { rows } = await program.query(`
      select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname not in ('audit_event', 'audit_anchor')
        and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
             and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))`)
    expect(rows).toEqual([])
  })

  test('goes on where the schema is up to date, and is told plainly where it is not', async () => {
    await migrate(working)
    const owning = new Client(owner)
    await owning.connect()
    await owning.query(
      'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)',
    )
    await owning.end()
    await expect(migrate(working)).rejects.toThrow('DATABASE_OWNER_URL')
  })
})
