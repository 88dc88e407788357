import { eq } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { conflict, invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { defineParser } from '#lib/server/parsers/parser.ts'
import { MEGABYTE } from '#lib/uploads.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { record } from '#modules/audit/server/record.ts'
import { withTemporaryFile } from '#modules/files/server/temporaryFile.ts'
import { bankLine, bankStatement } from '#modules/ledger/server/tables.ts'
import { notifyStaff } from '#modules/messages/server/notifyStaff.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import type { Statement as BankFile, BankRow } from '../bankSheet.ts'
import type { staffStatementsContract } from '../contract.ts'
import { proposalsFor } from './bankProposals.ts'

const imported = defineTemplate({
  code: 'desk.statement',
  group: '工作人员',
  name: '银行流水已导入',
  sms: '',
  title: '银行流水已导入：{流水}',
  content: '{导入人} 导入了“{流水}”，{笔数} 笔收入，其中 {可入账} 笔可以直接入账，请核对。',
  placeholders: { 导入人: '钱一诺', 流水: '演示银行 2026-11.xlsx', 笔数: '36', 可入账: '31' },
})

type Statement = { id: number; name: string; by: string; added: number; certain: number }

/** The others of that desk, once its lines have been matched with what is owed. */
async function notifyOfImport(ctx: Ctx, { id, name, by, added, certain }: Statement): Promise<void> {
  const values = { 导入人: by, 流水: name, 笔数: String(added), 可入账: String(certain) }
  const texts = await renderTemplate(ctx, imported.code, values)
  const link = { route: `/staff/statements/${id}`, objectType: 'bankStatement', objectId: id }
  await notifyStaff(ctx, { permission: 'staff:finance' }, { ...texts, kind: 'money', sms: undefined, ...link })
}

const parse = defineParser<string, BankFile>({
  script: new URL('./bankParser.ts', import.meta.url),
  runsIn: 'thread',
  timeoutMs: 15_000,
  memoryMb: 256,
  unreadable: '文件无法读取：请确认是银行导出的 XLS、XLSX 或 CSV 文件，没有加密或损坏',
})

/** Parses the bank's file. */
const readStatement = (path: string): Promise<BankFile> => parse(path)

type Endpoint = (typeof staffStatementsContract)['POST /staff/statement/upload']

const MAX_FILE_BYTES = 5 * MEGABYTE
const BOUND = { limit: MAX_FILE_BYTES, tooLarge: `流水文件不能超过 ${MAX_FILE_BYTES / MEGABYTE} MB，请按月份分开导出` }
/** Rows of one insert. */
const INSERT_BATCH_SIZE = 500

export const bankImportHandlers = {
  /** Keeps what the bank's file says, and not the file: it is full of account numbers. */
  'POST /staff/statement/upload': async (ctx, { bank }) => {
    const { name } = ctx.upload!
    const sheet = await withTemporaryFile(ctx, BOUND, readStatement)
    if (sheet.rows.length === 0) throw invalid('这份流水里没有收入，请确认导出的是收入明细')
    return inTransaction(ctx, tx => saveStatement(tx, { bank, fileName: fileNameOf(name), sheet }))
  },
} satisfies Partial<Handlers<typeof staffStatementsContract>>

const fileNameOf = (name: string) => name.split(/[\\/]/).pop()!.slice(0, 120) || '流水'

type StatementUpload = { bank: string; fileName: string; sheet: BankFile }

async function saveStatement(
  ctx: Ctx,
  { bank, fileName, sheet: { rows, unread, hidden } }: StatementUpload,
): Promise<Output<Endpoint>> {
  const [created] = await ctx.db
    .insert(bankStatement)
    .values({
      bank,
      fileName,
      passedOver: unread.length,
      unread,
      hiddenSheets: hidden,
      known: 0,
      createdAt: ctx.now,
      importedBy: signedInActor(ctx).accountId,
      importedName: await ownName(ctx),
    })
    .returning({ id: bankStatement.id })
  const { id } = created!
  const times = new Map<string, number>()
  const lines = rows.map(row => toLine(ctx, id, row, digestOf(ctx, bank, row, times)))
  let added = 0
  for (let from = 0; from < lines.length; from += INSERT_BATCH_SIZE) {
    const chunk = lines.slice(from, from + INSERT_BATCH_SIZE)
    added += (await ctx.db.insert(bankLine).values(chunk).onConflictDoNothing().returning({ id: bankLine.id })).length
  }
  if (added === 0) throw conflict(`这份流水的 ${rows.length} 笔收入此前都已导入，没有新的`)
  const known = rows.length - added
  await ctx.db.update(bankStatement).set({ known }).where(eq(bankStatement.id, id))
  await record(ctx, {
    action: 'statement.import',
    objectType: 'bankStatement',
    objectId: id,
    objectName: `${bank} ${fileName}`,
    detail: { added, known, passedOver: unread.length },
  })
  const certain = [...(await proposalsFor(ctx, id)).values()].filter(proposal => proposal.certain).length
  await notifyOfImport(ctx, { id, name: `${bank} ${fileName}`, by: await ownName(ctx), added, certain })
  return { id, added, known, passedOver: unread.length, hidden }
}

/** The same payment in another file of the same bank: by its serial; without one by all it says, and the how-manieth. */
function digestOf({ encryption }: Ctx, bank: string, of: BankRow, times: Map<string, number>): string {
  const { paidOn, amount, payer, account, remark, serial } = of
  if (serial) return encryption.hash(JSON.stringify([bank, serial, paidOn, amount]))
  const said = JSON.stringify([paidOn, amount, payer, account, remark])
  times.set(said, (times.get(said) ?? 0) + 1)
  return encryption.hash(`${said} ${times.get(said)}`)
}

const toLine = ({ encryption }: Ctx, statementId: number, { account, ...of }: BankRow, digest: string) => ({
  statementId,
  digest,
  row: of.row,
  paidOn: of.paidOn,
  amount: of.amount,
  payer: of.payer.slice(0, 120),
  remark: of.remark.slice(0, 300),
  serial: of.serial.slice(0, 80),
  accountSealed: account ? encryption.encrypt(account) : null,
  accountMasked: account.length > 4 ? `**** ${account.slice(-4)}` : '*'.repeat(account.length),
})
