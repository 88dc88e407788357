import { forbidden, notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { mayUse } from '#lib/server/api/permissionLimits.ts'
import { type KnownRegister, registerOf } from '#lib/server/registers/knownRegisters.ts'

/** A register, for who may see it. */
export function openRegister(ctx: Ctx, code: string): KnownRegister {
  const register = registerOf(code)
  if (!register) throw notFound('没有这个名册')
  if (!mayUse(ctx, register.permission)) throw forbidden('没有查看这个名册的权限')
  return register
}
