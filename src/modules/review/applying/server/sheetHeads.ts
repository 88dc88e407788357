import type { Ctx } from '#lib/server/api/context.ts'
import type { FormDocument } from '#lib/server/documents/formDocument.ts'
import type { Application, Kind } from '#modules/review/server/applicationKinds.ts'

export type SheetHead = {
  /** In place of the kind's own name. */
  title?: string
  /** What stands before the form. */
  before?: FormDocument['sections']
}
type Head = (ctx: Ctx, of: Application) => Promise<SheetHead>

const heads = new Map<string, Head>()

/** What a kind prints before its form, by whose module knows it. */
export const defineSheetHead = ({ kind }: Kind, head: Head): void => void heads.set(kind, head)

export const sheetHead: Head = async (ctx, of) => (await heads.get(of.kind)?.(ctx, of)) ?? {}
