import { eq, inArray } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { refuseOutside } from '#lib/server/api/permissionLimits.ts'
import { defineAuditWords } from '#modules/audit/server/auditWords.ts'
import { organisationWithin } from './organisationFile.ts'
import { handover, person } from './tables.ts'

defineAuditWords({
  groups: {
    联系人变更: { handover: '联系人变更' },
    单位: { organisation: '单位', addressList: '通讯录' },
    人员: { person: '人员' },
  },
  actions: {
    'handover.approved': '同意联系人变更',
    'handover.begin': '提出联系人变更',
    'handover.confirm': '第二联系人确认',
    'handover.export': '导出联系人变更',
    'handover.frozen': '冻结账号待确认',
    'handover.rejected': '不予变更联系人',
    'handover.submit': '提交联系人变更',
    'member.complete': '完善资料',
    'member.edit': '会员修改资料',
    'addressList.export': '导出通讯录',
    'organisation.tag': '给单位打标签',
    'person.tag': '给人员打标签',
    'organisation.merge': '合并另一家单位',
    'organisation.mergedInto': '合并到另一家单位',
    'organisation.remove': '删除单位',
    'organisation.note': '写单位备注',
    'organisation.noteRemove': '删除单位备注',
  },
  objects: {
    organisation: {
      name: '单位',
      route: id => `/staff/organisations/${id}`,
      history: { permission: 'staff:members', refuse: organisationWithin },
    },
    person: {
      name: '人员',
      route: id => `/staff/persons/${id}`,
      history: { permission: 'staff:members', refuse: refusePersonOutside },
    },
    handover: {
      history: { permission: 'staff:members' },
      name: '联系人变更',
      route: id => `/staff/handovers/${id}`,
      names: async ({ db }, ids) => {
        const rows = await db
          .select({ id: handover.id, name: handover.orgName })
          .from(handover)
          .where(inArray(handover.id, ids))
        return new Map(rows.map(({ id, name }) => [id, name]))
      },
    },
  },
  fields: {
    displayName: '姓名',
    employer: '工作单位',
    creditCode: '统一社会信用代码',
    tags: '标签',
    mergedFrom: '合并自',
    mergedInto: '合并到',
    movedRecords: '转过来的记录',
  },
})

async function refusePersonOutside(ctx: Ctx, id: number) {
  const [of] = await ctx.db.select({ province: person.provinceCode }).from(person).where(eq(person.id, id))
  refuseOutside(ctx, 'staff:members', of?.province)
}
