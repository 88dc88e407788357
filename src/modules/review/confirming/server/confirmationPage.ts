import { iso, minute } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { FormDocument } from '#lib/server/documents/formDocument.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { changedSince, newestConfirmation } from './confirmationStatus.ts'
import { contentOf } from './confirming.ts'

type Sections = FormDocument['sections']

/**
 * Sections that replace seal and signature on the printed form; empty if the confirmation does not match the current
 * content.
 */
export async function confirmationSections(ctx: Ctx, of: Application): Promise<Sections> {
  const confirmed = await newestConfirmation(ctx, of)
  if (!confirmed || changedSince(confirmed, await contentOf(ctx, of)).length > 0) return []
  const { statement, statementVersion, actorName, at, phone, address, documentHash, files, digest } = confirmed
  const rows = [
    { label: '声明', text: `${statement}（第 ${statementVersion} 版）`, wide: true },
    { label: '确认人账号', text: actorName },
    { label: '确认时间', text: minute(iso(at)) },
    { label: '手机验证', text: phone },
    { label: '网络地址', text: address },
    { label: '申请表的 SHA-256', text: documentHash, wide: true },
    { label: '确认摘要', text: digest, wide: true },
  ]
  const table = { head: ['材料', '文件', 'SHA-256'], rows: files.map(one => [one.slotName, one.name, one.sha256]) }
  return [{ title: '线上确认', rows }, ...(files.length ? [{ title: '所确认的文件', rows: [], table }] : [])]
}
