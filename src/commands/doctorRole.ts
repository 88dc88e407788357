import { ask } from '#lib/server/database/asking.ts'
import type { Config } from '#lib/server/process/config.ts'
import { warning } from './doctorData.ts'

type Role = { name: string; isSuperuser: boolean; ownsTables: boolean }

/** What the program may do to the database, which is what somebody may who takes it over. */
export async function lookAtRole({ databaseUrl }: Pick<Config, 'databaseUrl'>) {
  if (!databaseUrl) return '内置数据库，程序以不能改表、不能改审计日志的角色工作'
  const [role] = await ask<Role>(
    { connectionString: databaseUrl },
    `select rolname as name, rolsuper as "isSuperuser",
       coalesce((select pg_has_role(current_user, relowner, 'usage') from pg_class
         where oid = to_regclass('public.audit_event')), false) as "ownsTables"
     from pg_roles where rolname = current_user`,
  )
  const { name, isSuperuser, ownsTables } = role!
  if (isSuperuser) return warning(`DATABASE_URL 的角色 ${name} 是超级用户，${HOW}`)
  if (ownsTables) return warning(`DATABASE_URL 的角色 ${name} 是数据表的所有者，能改表和审计日志，${HOW}`)
  return `${name} 不能改表，不能改审计日志`
}

const HOW = '请另设一个只供程序使用的角色，所有者写进 DATABASE_OWNER_URL（见运维手册“使用自己的 PostgreSQL”）'
