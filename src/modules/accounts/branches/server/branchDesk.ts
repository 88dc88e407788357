import type { Output } from '#lib/contract.ts'
import type { FieldErrors, FormValues } from '#lib/form/form.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { saveInOrder } from '#lib/server/database/orderedRows.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { grantsOfRole, mergeGrants } from '#modules/accounts/roles/server/grants.ts'
import { refuseMissingGrants } from '#modules/accounts/roles/server/ownGrants.ts'
import { readRoles, withBranches } from '#modules/accounts/roles/server/roles.ts'
import { type Branch, readBranches, servedBy } from '#modules/accounts/server/branches.ts'
import { branch } from '#modules/accounts/server/tables.ts'
import { lockObjectType } from '#modules/audit/server/changes.ts'
import { defineSiteRecords, wrongIf } from '#modules/settings/server/siteRecords.ts'
import { branchFields } from '../branchForm.ts'
import type { branchesContract } from '../contract.ts'

const branchForm = bindForm(branchFields, branch, {
  status: {
    read: ({ isRetired }) => (isRetired ? 'retired' : 'open'),
    write: status => ({ isRetired: status === 'retired' }),
  },
}).besides({ id: true, sort: true })

export const branchDesk = defineSiteRecords<Branch, Output<(typeof branchesContract)['GET /staff/branch/list']>>({
  objectType: 'branch',
  called: '分支机构',
  who: 'staff:accounts',
  secondPerson: 'roles',
  fields: branchFields,
  read: readBranches,
  valuesOf: branchForm.valuesOf,
  facts: async ctx => {
    const roles = await readRoles(ctx)
    return ({ id, provinces, isRetired }) => ({
      provinceNames: provinces.map(provinceName),
      isRetired,
      roleNames: roles.filter(({ branchIds }) => branchIds.includes(id)).map(({ name }) => name),
    })
  },
  check,
  write: ({ db }, values, before) => saveInOrder(db, branch, branchForm.rowOf(values), before),
  table: branch,
  uses: async ctx => {
    const roles = await readRoles(ctx)
    return ({ id }) => roles.filter(({ branchIds }) => branchIds.includes(id)).length
  },
  // Whom one asks there is no matter of another association.
  pack: { key: 'name', leaves: ['contact', 'phone'] },
  order: {},
})

async function check(ctx: Ctx, values: FormValues, before: Branch | undefined): Promise<FieldErrors> {
  const others = (await readBranches(ctx)).filter(({ id }) => id !== before?.id)
  const row = branchForm.rowOf(values)
  if (before) await refuseWidening(ctx, before, { ...before, ...row })
  const clashes = servedBy({ ...blank, ...row }).flatMap(province => {
    const other = others.find(each => servedBy(each).includes(province))
    return other ? `${provinceName(province)}已由“${other.name}”服务` : []
  })
  return {
    ...wrongIf(
      others.some(({ name }) => name === values.name),
      { name: '已有同名的分支机构' },
    ),
    ...wrongIf(clashes.length > 0, { provinces: `一个地区只归一个分支机构：${clashes.join('，')}` }),
  }
}

const blank: Branch = {
  id: 0,
  name: '',
  provinces: [],
  contact: '',
  phone: '',
  address: '',
  isRetired: false,
  sort: 0,
}

/**
 * Refuses a change of provinces that the caller could not grant: changing what a branch serves changes what its roles
 * permit.
 */
async function refuseWidening(ctx: Ctx, before: Branch, after: Branch): Promise<void> {
  if (servedBy(before).toSorted().join() === servedBy(after).toSorted().join()) return
  // A role that is changed at this moment waits, or has been.
  await lockObjectType(ctx, 'staffRole')
  const roles = (await readRoles(ctx)).filter(({ branchIds }) => branchIds.includes(before.id))
  const all = await readBranches(ctx)
  const changed = all.map(one => (one.id === before.id ? after : one))
  const [was, is] = [all, changed].map(branches =>
    mergeGrants(roles.map(role => grantsOfRole({ ...withBranches(role, branches), isRetired: false }))),
  )
  await refuseMissingGrants(ctx, mergeGrants([was!, is!]), '限于这个分支机构的角色含有')
}

export const branchDeskHandlers = {
  'GET /staff/branch/list': ctx => branchDesk.list(ctx),
  'GET /staff/branch/choices': async ctx =>
    (await readBranches(ctx)).flatMap(({ id, name, isRetired }) => (isRetired ? [] : { code: String(id), name })),
  'POST /staff/branch/save': branchDesk.save,
  'POST /staff/branch/move': branchDesk.move,
  'POST /staff/branch/remove': branchDesk.remove,
} satisfies Partial<Handlers<typeof branchesContract>>
