import { asc, count, inArray } from 'drizzle-orm'
import { choicesIn, type FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { saveInOrder } from '#lib/server/database/orderedRows.ts'
import { receivableKind, receivableKinds } from '#modules/ledger/kinds/server/receivableKinds.ts'
import type { ListOf } from '#modules/settings/records.ts'
import { defineSiteRecords, wrongIf } from '#modules/settings/server/siteRecords.ts'
import { papers, taxRates } from '../../eInvoiceWords.ts'
import { eInvoice } from '../../server/tables.ts'
import { eInvoiceRecords } from '../contract.ts'
import { ruleFields } from '../ruleForm.ts'
import { invoiceDriver } from './drivers/drivers.ts'
import type { DriverContext } from './drivers/invoiceDriver.ts'
import { eInvoiceRule } from './tables.ts'

export type Rule = typeof eInvoiceRule.$inferSelect

export const readRules = ({ db }: Pick<Ctx, 'db'>): Promise<Rule[]> =>
  db.select().from(eInvoiceRule).orderBy(asc(eInvoiceRule.sort), asc(eInvoiceRule.id))

/** Rules under which the provider issues something. */
export async function rulesInForce(ctx: Pick<Ctx, 'db'> & DriverContext): Promise<Rule[]> {
  const driver = invoiceDriver(ctx)
  return driver ? (await readRules(ctx)).filter(({ paper }) => driver.papers.includes(paper)) : []
}

/**
 * Rule by which the provider issues documents for a kind of fee; undefined: none, or the provider does not issue that
 * type.
 */
export async function ruleOf(ctx: DriverContext, kind: string): Promise<Rule | undefined> {
  const driver = invoiceDriver(ctx)
  const rule = driver && (await readRules(ctx)).find(({ kinds }) => kinds.includes(kind))
  return rule && driver.papers.includes(rule.paper) ? rule : undefined
}

const valuesOf = ({ name, paper, kinds, isAutomatic, item, taxCode, taxRate }: Rule): FormValues => ({
  name,
  paper,
  kinds,
  automatic: isAutomatic ? 'yes' : 'no',
  item,
  taxCode,
  taxRate,
})

/** A rule may be deleted all the same: what was issued stays. */
async function countIssued({ db }: Pick<Ctx, 'db'>, rules: readonly Rule[]) {
  const rows = await db
    .select({ kind: eInvoice.payable, paper: eInvoice.paper, n: count() })
    .from(eInvoice)
    .where(inArray(eInvoice.payable, [...new Set(rules.flatMap(({ kinds }) => kinds)), '']))
    .groupBy(eInvoice.payable, eInvoice.paper)
  return ({ kinds, paper }: Rule) => ({
    issued: rows.filter(row => row.paper === paper && kinds.includes(row.kind)).reduce((sum, { n }) => sum + n, 0),
  })
}

defineSiteRecords<Rule, ListOf<typeof eInvoiceRecords.eInvoiceRule>>({
  objectType: 'eInvoiceRule',
  ...eInvoiceRecords.eInvoiceRule,
  fields: () =>
    ruleFields(
      receivableKinds().flatMap(({ kind, name, isWithoutPaper }) => (isWithoutPaper ? [] : { code: kind, name })),
    ),
  read: readRules,
  valuesOf,
  facts: countIssued,
  listing: async (ctx, listRows) => ({ ...(await listRows()), provider: invoiceDriver(ctx)?.name ?? '' }),
  async check(ctx, values, before) {
    const others = (await readRules(ctx)).filter(({ id }) => id !== before?.id)
    const kinds = choicesIn(values, 'kinds')
    const taken = kinds.filter(kind => others.some(other => other.kinds.includes(kind)))
    const nameAll = (codes: readonly string[]) => codes.map(code => receivableKind(code)?.name ?? code).join('、')
    const dues = kinds.filter(kind => receivableKind(kind)?.isDues)
    const isInvoice = values.paper === 'invoice'
    return {
      ...wrongIf(taken.length > 0, { kinds: `${nameAll(taken)}已在另一条规则里` }),
      ...wrongIf(isInvoice && dues.length > 0, { kinds: `${nameAll(dues)}只能开社会团体会费收据，不开发票` }),
      ...wrongIf(!isInvoice && dues.length < kinds.length, { kinds: '社会团体会费收据只用于会费' }),
      ...wrongIf(isInvoice && !values.taxRate, { taxRate: '发票须选税率' }),
      ...wrongIf(
        others.some(({ name }) => name === values.name),
        { name: '已有这个名称的规则' },
      ),
    }
  },
  async write(ctx, values, before) {
    const isAutomatic = values.automatic === 'yes'
    const since = before?.isAutomatic ? before.automaticFrom : ctx.now
    return saveInOrder(
      ctx.db,
      eInvoiceRule,
      {
        name: String(values.name),
        paper: papers.find(paper => paper === values.paper)!,
        kinds: choicesIn(values, 'kinds'),
        isAutomatic,
        automaticFrom: isAutomatic ? since : null,
        item: String(values.item),
        taxCode: String(values.taxCode ?? ''),
        taxRate: values.paper === 'invoice' && String(values.taxRate ?? '') in taxRates ? String(values.taxRate) : '',
      },
      before,
    )
  },
  table: eInvoiceRule,
})
