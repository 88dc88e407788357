import './parts.ts'
import type { ApiContract } from '#api/contract.ts'
import { sections } from '#api/sections.ts'
import { merge } from '#lib/merge.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { matrixOf } from '#modules/accounts/colleagues/server/matrix.ts'
import { readRoles } from '#modules/accounts/roles/server/roles.ts'
import { moduleHandlers } from './moduleHandlers.ts'

/** A handler for each endpoint. That of the permission matrix stands here, because it needs all sections. */
export const handlers: Handlers<ApiContract> = {
  ...merge(moduleHandlers),
  'GET /staff/permission/list': async ctx => matrixOf(sections, await readRoles(ctx)),
}
